import { useForgotten } from '../../api/account/ways.ts'
import { Button } from '../../parts/forms/button.tsx'
import forms from '../../parts/forms/form.module.css'
import { explainFailure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { texts } from '../../texts/texts.ts'
import { wayTexts } from '../../texts/ways.ts'

const { account, forgotten } = wayTexts

/** Sends a link that verifies the address, before the first second factor is chosen. */
export function VerifyEmailFirst({ email }: { email: string }) {
  const ask = useForgotten()
  return (
    <div className={forms.form}>
      <Notice look="plain">{account.verificationNeeded(email)}</Notice>
      {ask.error && <Notice look="bad">{explainFailure(ask.error)}</Notice>}
      {ask.isSuccess ? (
        <Notice look="good">{account.verificationSent(email)}</Notice>
      ) : (
        <div>
          <Button look="primary" busy={ask.isPending} onClick={() => ask.mutate(email)}>
            {ask.isPending ? texts.loading : forgotten.ask}
          </Button>
        </div>
      )}
    </div>
  )
}
