import styles from './segments.module.css'

interface SegmentsProps<Name extends string> {
  label: string
  /** The options with their labels, in the order shown. */
  options: Readonly<Record<Name, string>>
  chosen: NoInfer<Name>
  choose: (name: Name) => void
}

/** A choice of one of a few options, all visible. */
export function Segments<Name extends string>(props: SegmentsProps<Name>) {
  const { label, options, chosen, choose } = props
  return (
    <fieldset className={styles.segments} aria-label={label}>
      {(Object.keys(options) as Name[]).map((name) => (
        <button
          key={name}
          type="button"
          className={styles.segment}
          aria-pressed={name === chosen}
          onClick={() => choose(name)}
        >
          {options[name]}
        </button>
      ))}
    </fieldset>
  )
}
