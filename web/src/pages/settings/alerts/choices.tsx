import { SelectField } from '../../../parts/field.tsx'
import { alertTexts as words } from '../../../texts/alerts.ts'
import { type Language, languages } from '../../../texts/texts.ts'
import styles from './alerts.module.css'

interface ChoicesProps<Name extends string> {
  legend: string
  /** What can be chosen, with its words, in the order shown. */
  options: Readonly<Record<Name, string>>
  chosen: readonly NoInfer<Name>[]
  change: (chosen: Name[]) => void
}

/** Any number of a few things. */
export function Choices<Name extends string>(props: ChoicesProps<Name>) {
  const { legend, options, chosen, change } = props
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
        </label>
      ))}
    </fieldset>
  )
}

interface LanguageFieldProps {
  value: Language
  change: (language: Language) => void
}

/** The language that e-mails are written in, whatever the page speaks. */
export function LanguageField({ value, change }: LanguageFieldProps) {
  return (
    <SelectField
      label={words.language}
      name="language"
      value={value}
      onChange={(event) => change(event.target.value as Language)}
    >
      {Object.entries(languages).map(([tag, name]) => (
        <option key={tag} value={tag}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
