import styles from './choices.module.css'

interface ChoicesProps<Name extends string> {
  legend: string
  /** The options with their labels, in the order shown. */
  options: Readonly<Record<Name, string>>
  chosen: readonly NoInfer<Name>[]
  change: (chosen: Name[]) => void
  /** Whether the API names are shown with the labels. */
  hasNames?: boolean
}

/** A choice of any number of a few options. */
export function Choices<Name extends string>(props: ChoicesProps<Name>) {
  const { legend, options, chosen, change, hasNames = false } = props
  const names = Object.keys(options) as Name[]
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {names.map((name) => (
        <label key={name} className={styles.choice}>
          <input
            type="checkbox"
            name={name}
            checked={chosen.includes(name)}
            onChange={({ target }) =>
              change(names.filter((one) => (one === name ? target.checked : chosen.includes(one))))
            }
          />
          {options[name]}
          {hasNames && <code>{name}</code>}
        </label>
      ))}
    </fieldset>
  )
}
