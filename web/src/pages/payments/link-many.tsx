import { useState } from 'react'
import { type Owner, useCountPayments, useLinkPayments } from '../../api/money/payments.ts'
import { formatCount } from '../../format/number.ts'
import { DialogForm, SmallDialog } from '../../parts/dialogs/small-dialog.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { VisitorPicker } from '../../parts/forms/visitor-picker.tsx'
import { explainFailure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { paymentListTexts, receiptTexts } from '../../texts/payment-list.ts'
import styles from './payments-page.module.css'

const words = paymentListTexts

interface LinkManyProps {
  siteId: string
  /** The chosen payments. */
  paymentIds: readonly string[]
  chooseAll: () => void
}

/** Links the chosen payments to a visitor, to none, or automatically again. They stay chosen, so that it can be undone. */
export function LinkMany({ siteId, paymentIds, chooseAll }: LinkManyProps) {
  const linking = useLinkPayments(siteId)
  const [done, setDone] = useState(0)
  const [isPicking, setPicking] = useState(false)
  const count = paymentIds.length
  const start = (owner: Owner) => {
    setDone(0)
    linking.mutate({ paymentIds, owner, progress: setDone }, { onSuccess: () => setPicking(false) })
  }
  const counting = useCountPayments(siteId)
  const isOff = count === 0 || linking.isPending || counting.isPending
  return (
    <section className={styles.many} aria-label={words.many}>
      <span className={styles.totals} role="status">
        {linking.isPending
          ? words.linking(formatCount(done), formatCount(count))
          : words.chosen(formatCount(count))}
        {linking.isSuccess && ` · ${words.linkedAll(formatCount(done))}`}
      </span>
      <Button onClick={chooseAll}>{words.chooseAll}</Button>
      <Button look="primary" disabled={isOff} onClick={() => setPicking(true)}>
        {words.linkMany}
      </Button>
      <Button disabled={isOff} onClick={() => start({ visitorId: null })}>
        {receiptTexts.unlink}
      </Button>
      <Button disabled={isOff} onClick={() => start('automatic')}>
        {receiptTexts.again}
      </Button>
      {[true, false].map((isCounted) => (
        <Button
          key={String(isCounted)}
          disabled={isOff}
          onClick={() => counting.mutate({ paymentIds, count: isCounted })}
        >
          {isCounted ? words.countMany : words.uncountMany}
        </Button>
      ))}
      {counting.error && <Notice look="bad">{explainFailure(counting.error)}</Notice>}
      {linking.error && !isPicking && (
        <Notice look="bad">
          {words.linkedSome(formatCount(done), formatCount(count))} {explainFailure(linking.error)}
        </Notice>
      )}
      {isPicking && (
        <PickDialog
          siteId={siteId}
          title={words.linkManyTitle(formatCount(count), count === 1)}
          linking={linking}
          link={start}
          close={() => setPicking(false)}
        />
      )}
    </section>
  )
}

interface PickDialogProps {
  siteId: string
  title: string
  linking: { isPending: boolean; error: unknown }
  link: (owner: Owner) => void
  close: () => void
}

function PickDialog({ siteId, title, linking, link, close }: PickDialogProps) {
  const [visitorId, setVisitorId] = useState<string>()
  return (
    <SmallDialog title={title} close={close} isBusy={linking.isPending}>
      <DialogForm
        lead={words.linkManyLead}
        submit={() => visitorId !== undefined && link({ visitorId })}
        mutation={linking}
        action={receiptTexts.link}
        busy={receiptTexts.busy}
        isDisabled={visitorId === undefined}
      >
        <VisitorPicker siteId={siteId} chosen={visitorId} choose={setVisitorId} />
      </DialogForm>
    </SmallDialog>
  )
}
