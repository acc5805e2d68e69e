import { labelOf } from '../format/dimension-label.ts'
import { personName } from '../format/person-name.ts'
import { Mark } from '../marks/mark.tsx'
import styles from './person.module.css'

interface PersonProps {
  visitorId: string
  /** Who it is, where that is known: an address or the site's own id. */
  identity?: string | null | undefined
  country?: string | undefined
  device?: string | undefined
  source?: string | undefined
}

/** A visitor as people can tell them apart: who it is or a name made from the id, with what is known in marks. */
export function Person({ visitorId, identity, country, device, source }: PersonProps) {
  return (
    <span className={styles.person} title={visitorId}>
      {country && <Mark kind="country" value={country} label={country} />}
      {device && <Mark kind="device" value={device} label={device} />}
      {source && <Mark kind="source" value={source} label={labelOf('source', source)} />}
      <span className={styles.name}>{identity || personName(visitorId)}</span>
    </span>
  )
}
