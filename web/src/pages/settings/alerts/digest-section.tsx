import { type FormEvent, useState } from 'react'
import {
  type Digest,
  useDigest,
  usePreviewDigest,
  useSaveDigest,
  useTestDigest,
} from '../../../api/site/alerts.ts'
import { Done, SmallDialog } from '../../../parts/dialogs/small-dialog.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { Choices } from '../../../parts/forms/choices.tsx'
import forms from '../../../parts/forms/form.module.css'
import { SwitchField } from '../../../parts/forms/switch-field.tsx'
import { explainFailure, Failure } from '../../../parts/states/failure.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { WaitingFields } from '../../../parts/states/waiting.tsx'
import { alertTexts as words } from '../../../texts/alerts.ts'
import { textLanguage, texts } from '../../../texts/texts.ts'
import styles from './alerts.module.css'
import { LanguageField } from './language-field.tsx'
import { PartTitle } from './part-title.tsx'

interface DigestSectionProps {
  siteId: string
  sendsMail: boolean
}

/** The signed-in person's digests of the site. */
export function DigestSection({ siteId, sendsMail }: DigestSectionProps) {
  const digest = useDigest(siteId)
  return (
    <div className={styles.part}>
      <PartTitle title={words.yours} lead={words.yoursLead} />
      {digest.isPending && <WaitingFields count={3} />}
      {digest.error && !digest.data && (
        <Failure error={digest.error} retry={() => digest.refetch()} />
      )}
      {digest.data && (
        <DigestForm
          siteId={siteId}
          sendsMail={sendsMail}
          stored={
            digest.data.isNew
              ? { ...digest.data.digest, language: textLanguage }
              : digest.data.digest
          }
        />
      )}
    </div>
  )
}

function DigestForm({ siteId, sendsMail, stored }: DigestSectionProps & { stored: Digest }) {
  const save = useSaveDigest(siteId)
  const test = useTestDigest(siteId)
  const preview = usePreviewDigest(siteId)
  const [form, setForm] = useState(stored)
  const change = (changed: Partial<Digest>) => {
    save.reset()
    test.reset()
    setForm({ ...form, ...changed })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(form)
  }
  const error = save.error ?? test.error ?? preview.error
  const asked = { frequency: form.frequencies[0] ?? 'weekly', language: form.language } as const
  return (
    <form className={forms.form} onSubmit={submit}>
      <Choices
        legend={words.often}
        options={words.frequencies}
        chosen={form.frequencies}
        change={(frequencies) => change({ frequencies })}
      />
      <LanguageField value={form.language} change={(language) => change({ language })} />
      <SwitchField
        label={words.empty}
        hint={words.emptyHint}
        checked={form.evenWhenEmpty}
        change={(evenWhenEmpty) => change({ evenWhenEmpty })}
      />
      {error && <Notice look="bad">{explainFailure(error)}</Notice>}
      <div className={forms.actions}>
        <Button type="submit" look="primary" busy={save.isPending}>
          {save.isPending ? texts.saving : texts.save}
        </Button>
        <Button disabled={!sendsMail} busy={test.isPending} onClick={() => test.mutate(asked)}>
          {test.isPending ? words.trying : words.tryDigest}
        </Button>
        <Button busy={preview.isPending} onClick={() => preview.mutate(asked)}>
          {words.preview}
        </Button>
        <span role="status">
          {(save.isSuccess && texts.saved) || (test.isSuccess && words.digestSent)}
        </span>
      </div>
      {preview.data && (
        <SmallDialog title={preview.data.subject} close={preview.reset}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre className={styles.preview} tabIndex={0}>
            {preview.data.text}
          </pre>
          <Done lead={words.previewHint} done={texts.close} />
        </SmallDialog>
      )}
    </form>
  )
}
