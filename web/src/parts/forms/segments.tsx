import styles from './segments.module.css'

interface SegmentsProps<Name extends string> {
  label: string
  /** What can be chosen, with its words, in the order shown. */
  options: Readonly<Record<Name, string>>
  chosen: NoInfer<Name>
  choose: (name: Name) => void
}

/** One of a few, all in sight. */
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
