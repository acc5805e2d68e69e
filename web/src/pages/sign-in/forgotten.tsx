import { type FormEvent, useState } from 'react'
import { useForgotten } from '../../api/account/ways.ts'
import { Button } from '../../parts/forms/button.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import forms from '../../parts/forms/form.module.css'
import { explainFailure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { texts } from '../../texts/texts.ts'
import { wayTexts } from '../../texts/ways.ts'
import styles from './sign-in-page.module.css'

const words = wayTexts.forgotten

/** Options for people who forgot their password: request an e-mail, or ask for help. */
export function Forgotten({ mailsLinks }: { mailsLinks: boolean }) {
  return (
    <details className={styles.forgotten}>
      <summary>{words.title}</summary>
      {mailsLinks ? <LinkForm /> : <p>{words.byHand}</p>}
      {!mailsLinks && (
        <p className={styles.command}>
          <code>{command}</code>
        </p>
      )}
    </details>
  )
}

const command = 'npm run cli -- account reset-password --email YOU@EXAMPLE.COM'

function LinkForm() {
  const ask = useForgotten()
  const [email, setEmail] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask.mutate(email)
  }
  return (
    <form className={forms.form} onSubmit={submit}>
      <TextField
        label={words.address}
        hint={words.addressHint}
        type="email"
        name="forgotten"
        autoComplete="username"
        required
        maxLength={320}
        value={email}
        onChange={({ target }) => {
          ask.reset()
          setEmail(target.value)
        }}
      />
      {ask.error && <Notice look="bad">{explainFailure(ask.error)}</Notice>}
      {ask.isSuccess && <Notice look="good">{words.asked}</Notice>}
      <div>
        <Button type="submit" busy={ask.isPending}>
          {ask.isPending ? texts.loading : words.ask}
        </Button>
      </div>
    </form>
  )
}
