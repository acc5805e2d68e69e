import { personName } from '@tributary/contract/person-name.ts'
import type { ReactNode } from 'react'
import { labelOf } from '../format/dimension-label.ts'
import { Mark } from '../marks/mark.tsx'
import styles from './person.module.css'

interface PersonProps {
  visitorId: string
  /** Who it is, where that is known: an address or the site's own id. */
  identity?: string | null | undefined
  country?: string | undefined
  device?: string | undefined
  source?: string | undefined
  /** Leaves room for all marks, so that the name does not move when they come. */
  hasRoom?: boolean
}

/** A visitor as people can tell them apart: who it is or a name made from the id, with what is known in marks. */
export function Person({
  visitorId,
  identity,
  country,
  device,
  source,
  hasRoom = false,
}: PersonProps) {
  const room = hasRoom && <span className={styles.room} />
  const marked = (value: string | undefined, mark: (value: string) => ReactNode) =>
    value ? mark(value) : room
  return (
    <span className={styles.person} title={visitorId}>
      {marked(country, (value) => (
        <Mark kind="country" value={value} label={value} />
      ))}
      {marked(device, (value) => (
        <Mark kind="device" value={value} label={value} />
      ))}
      {marked(source, (value) => (
        <Mark kind="source" value={value} label={labelOf('source', value)} />
      ))}
      <span className={styles.name}>{identity || personName(visitorId)}</span>
    </span>
  )
}
