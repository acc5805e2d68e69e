import type { PaymentData } from '@tributary/contract/payment.ts'
import { type FormEvent, useState } from 'react'
import { type Owner, useLinkPayment } from '../../api/money/payments.ts'
import { useVisitorNames } from '../../api/visitor-summaries.ts'
import { DialogForm, SmallDialog } from '../../parts/dialogs/small-dialog.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { VisitorPicker } from '../../parts/forms/visitor-picker.tsx'
import { receiptTexts } from '../../texts/payment-list.ts'
import styles from './payment-page.module.css'

const words = receiptTexts

/** Links a payment to a visitor by hand, or to none, or undoes that. */
export function LinkByHand({ payment, siteId }: { payment: PaymentData; siteId: string }) {
  const [visitorId, setVisitorId] = useState<string>()
  const [round, setRound] = useState(0)
  const [asked, setAsked] = useState<Owner>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (visitorId !== undefined) setAsked({ visitorId })
  }
  return (
    <section className={styles.card} aria-labelledby="hand">
      <h2 id="hand">{words.hand}</h2>
      <p>{words.handLead}</p>
      <form className={styles.hand} onSubmit={submit}>
        <VisitorPicker key={round} siteId={siteId} chosen={visitorId} choose={setVisitorId} />
        <div className={styles.actions}>
          <Button type="submit" disabled={visitorId === undefined}>
            {words.link}
          </Button>
          {payment.visitorId !== null && (
            <Button onClick={() => setAsked({ visitorId: null })}>{words.unlink}</Button>
          )}
          {payment.link.method === 'manual' && (
            <Button onClick={() => setAsked('automatic')}>{words.again}</Button>
          )}
        </div>
      </form>
      {asked && (
        <LinkDialog
          siteId={siteId}
          paymentId={payment.paymentId}
          owner={asked}
          close={() => setAsked(undefined)}
          done={() => {
            setAsked(undefined)
            setVisitorId(undefined)
            setRound(round + 1)
          }}
        />
      )}
    </section>
  )
}

interface ConfirmProps {
  siteId: string
  paymentId: string
  owner: Owner
  close: () => void
  done: () => void
}

/** Explains how the credit will change before it does so. */
function LinkDialog({ siteId, paymentId, owner, close, done }: ConfirmProps) {
  const link = useLinkPayment(siteId, paymentId)
  const chosen = owner === 'automatic' ? null : owner.visitorId
  const nameOf = useVisitorNames(siteId, chosen === null ? [] : [chosen])
  const { title, hint, action } = wordsFor(owner, nameOf)
  return (
    <SmallDialog title={title} close={close}>
      <DialogForm
        lead={hint}
        submit={() => link.mutate(owner, { onSuccess: done })}
        mutation={link}
        action={action}
        busy={words.busy}
        look={owner !== 'automatic' && owner.visitorId === null ? 'danger' : 'primary'}
      />
    </SmallDialog>
  )
}

function wordsFor(
  owner: Owner,
  nameOf: (visitorId: string) => string,
): { title: string; hint: string; action: string } {
  if (owner === 'automatic') {
    return { title: words.againTitle, hint: words.againHint, action: words.again }
  }
  if (owner.visitorId === null) {
    return { title: words.unlinkTitle, hint: words.unlinkHint, action: words.unlink }
  }
  return {
    title: words.linkTitle,
    hint: words.linkHint(nameOf(owner.visitorId)),
    action: words.link,
  }
}
