import { SelectField } from '../../../parts/forms/field.tsx'
import { alertTexts as words } from '../../../texts/alerts.ts'
import { type Language, languages } from '../../../texts/texts.ts'

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
