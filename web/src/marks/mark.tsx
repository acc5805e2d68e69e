import { brandIcon, browsers, providers, sources, systems } from '@tributary/contract/brands.ts'
import { Monitor, Smartphone, Tablet } from 'lucide-react'
import { useEffect, useState } from 'react'
import flags from './flags.svg'
import styles from './mark.module.css'

const brands = {
  source: sources,
  referrer: sources,
  browser: browsers,
  os: systems,
  provider: providers,
}
const devices = { desktop: Monitor, mobile: Smartphone, tablet: Tablet }

/** The kinds of icons: flags for countries, brand icons for the others. */
type MarkKind = keyof typeof brands | 'country' | 'device'

interface MarkProps {
  kind: MarkKind
  /** As it is stored. */
  value: string
  /** The displayed name; its first letter is shown if there is no icon. */
  label: string
}

/** Whether something has icons. */
export function hasMarks(kind: string): kind is MarkKind {
  return kind === 'country' || kind === 'device' || Object.hasOwn(brands, kind)
}

/** The small picture before a name. All of them are shipped with the dashboard. */
export function Mark({ kind, value, label }: MarkProps) {
  if (kind === 'country') return <Flag code={value} />
  if (kind === 'device') return <Device name={value} />
  return <BrandMark icon={brandIcon(brands[kind], value)} label={label} />
}

function Flag({ code }: { code: string }) {
  const isCode = /^[A-Z]{2}$/.test(code)
  return (
    <span className={styles.flag} aria-hidden="true">
      {isCode && <img src={`${flags}#${code}`} alt="" width={18} height={12} />}
    </span>
  )
}

function Device({ name }: { name: string }) {
  const Sign = Object.hasOwn(devices, name) ? devices[name as keyof typeof devices] : undefined
  return (
    <span className={styles.device} aria-hidden="true">
      {Sign && <Sign />}
    </span>
  )
}

function BrandMark({ icon, label }: { icon: string | undefined; label: string }) {
  const icons = useIcons(icon !== undefined)
  const drawn = icon === undefined ? undefined : icons?.[icon]
  if (icon === undefined) {
    return (
      <span
        className={styles.letter}
        data-letter={[...label.trim()][0]?.toLocaleUpperCase()}
        aria-hidden="true"
      />
    )
  }
  return (
    <span className={styles.icon} aria-hidden="true">
      {drawn && (
        <svg viewBox="0 0 24 24" fill={drawn.colour ?? 'currentColor'} aria-hidden="true">
          <path d={drawn.path} />
        </svg>
      )}
    </span>
  )
}

type Icons = Readonly<Record<string, { path: string; colour?: string }>>

let loaded: Icons | undefined
let fetching: Promise<void> | undefined

/** The icons, which load after the first script; their space is reserved until then. */
function useIcons(isNeeded: boolean): Icons | undefined {
  const [icons, setIcons] = useState(loaded)
  useEffect(() => {
    if (!isNeeded || icons) return
    fetching ??= import('./icons.json').then((module) => {
      loaded = module.default as Icons
    })
    let isGone = false
    fetching.then(
      () => isGone || setIcons(loaded),
      () => {
        // The names are readable without icons; the next page tries again.
        fetching = undefined
      },
    )
    return () => {
      isGone = true
    }
  }, [isNeeded, icons])
  return icons
}
