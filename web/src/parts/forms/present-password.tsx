import { wayTexts } from '../../texts/ways.ts'
import { TextField } from './field.tsx'

interface PresentPasswordProps {
  value: string
  change: (password: string) => void
}

/** The current password, required before something that only the person themselves may do. */
export function PresentPassword({ value, change }: PresentPasswordProps) {
  return (
    <TextField
      label={wayTexts.account.present}
      type="password"
      name="password"
      autoComplete="current-password"
      required
      value={value}
      onChange={(event) => change(event.target.value)}
    />
  )
}
