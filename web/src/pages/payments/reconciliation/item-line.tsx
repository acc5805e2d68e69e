import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type ItemPlace,
  type ReconciledItem,
  useBringIn,
  useDecide,
  useReopen,
} from '../../../api/money/reconciliation.ts'
import { useMay } from '../../../api/site/sites.ts'
import { formatDay, formatInstant } from '../../../format/date.ts'
import { formatMoney } from '../../../format/money.ts'
import { formatProvider, providerPage } from '../../../format/provider.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { explainFailure } from '../../../parts/states/failure.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { reconciliationTexts as words } from '../../../texts/reconciliation.ts'
import { ExplainDialog } from './explain-dialog.tsx'
import styles from './reconciliation.module.css'

interface ItemLineProps {
  siteId: string
  item: ReconciledItem
  place: ItemPlace
}

/** A difference: its kind, its payment, and the actions for it. */
export function ItemLine({ siteId, item, place }: ItemLineProps) {
  const { kind, statement, recorded, decision } = item
  const provider = formatProvider(place.provider)
  const side = statement ?? recorded
  const mayChange = useMay(siteId, 'admin')
  return (
    <li className={styles.item} data-decided={decision !== null || undefined}>
      <div className={styles.words}>
        <p>
          <strong>
            {words.kinds[kind]}
            {side && kind !== 'fee' && ` ${formatMoney(side.amount, side.currency)}`}
            {side && kind === 'fee' && ` ${formatMoney(side.fee, side.feeCurrency)}`}
          </strong>{' '}
          <PaymentName siteId={siteId} item={item} provider={place.provider} />
        </p>
        {reasons(item, provider).map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        {decision && <Decided decision={decision} />}
      </div>
      {mayChange && <Actions siteId={siteId} item={item} place={place} />}
    </li>
  )
}

/** Links to the recorded payment, and to its page at the provider. */
function PaymentName({
  siteId,
  item,
  provider,
}: Omit<ItemLineProps, 'place'> & { provider: string }) {
  const { paymentId, providerPaymentId, objectId } = item
  const page = providerPage(provider, [providerPaymentId, objectId ?? ''])
  return (
    <>
      {paymentId === null ? (
        <code>{providerPaymentId}</code>
      ) : (
        <Link to="/sites/$siteId/payments/$paymentId" params={{ siteId, paymentId }}>
          <code>{providerPaymentId}</code>
        </Link>
      )}
      {page && (
        <>
          {' '}
          <a href={page} target="_blank" rel="noreferrer">
            {formatProvider(provider)}
          </a>
        </>
      )}
    </>
  )
}

function reasons(
  { state, fields, statement, recorded }: ReconciledItem,
  provider: string,
): string[] {
  if (state === 'missing') return [words.missing(provider)]
  if (state === 'extra') return [words.extra(provider)]
  if (statement === null || recorded === null) return []
  const shown = {
    amount: (side: typeof statement) => formatMoney(side.amount, side.currency),
    currency: (side: typeof statement) => side.currency,
    day: (side: typeof statement) => formatDay(side.day),
    fee: (side: typeof statement) => formatMoney(side.fee, side.feeCurrency),
  }
  return fields.map((field) =>
    words.versus(words.fields[field], provider, shown[field](statement), shown[field](recorded)),
  )
}

function Decided({ decision }: { decision: NonNullable<ReconciledItem['decision']> }) {
  const { kind, note, by, at } = decision
  const say = kind === 'left-out' ? words.leftOut : words.explained
  return (
    <p>
      {say(formatInstant(at), by ?? '')} {note}
    </p>
  )
}

function Actions({ siteId, item, place }: ItemLineProps) {
  const [isExplaining, setIsExplaining] = useState(false)
  const bringIn = useBringIn(siteId)
  const decide = useDecide(siteId)
  const reopen = useReopen(siteId)
  const named = (action: string) => words.of(action, item.providerPaymentId)
  const error = bringIn.error ?? decide.error ?? reopen.error
  if (item.decision !== null) {
    return (
      <div className={styles.actions}>
        <Button
          busy={reopen.isPending}
          aria-label={named(words.undo)}
          onClick={() => reopen.mutate(place)}
        >
          {words.undo}
        </Button>
        {error && <Notice look="bad">{explainFailure(error)}</Notice>}
      </div>
    )
  }
  return (
    <>
      <div className={styles.actions}>
        {item.state !== 'extra' && (
          <Button
            busy={bringIn.isPending}
            aria-label={named(words.bringIn)}
            onClick={() => bringIn.mutate(place)}
          >
            {bringIn.isPending ? words.bringingIn : words.bringIn}
          </Button>
        )}
        <Button
          busy={decide.isPending}
          aria-label={named(words.leaveOut)}
          onClick={() => decide.mutate({ ...place, decision: 'left-out' })}
        >
          {words.leaveOut}
        </Button>
        <Button aria-label={named(words.explain)} onClick={() => setIsExplaining(true)}>
          {words.explain}
        </Button>
      </div>
      {error && <Notice look="bad">{explainFailure(error)}</Notice>}
      {bringIn.data?.isResolved === false && (
        <Notice look="plain">{words.unresolved(formatProvider(place.provider))}</Notice>
      )}
      {isExplaining && (
        <ExplainDialog siteId={siteId} place={place} close={() => setIsExplaining(false)} />
      )}
    </>
  )
}
