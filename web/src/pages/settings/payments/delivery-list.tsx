import { Link } from '@tanstack/react-router'
import type { Replayed } from '@tributary/contract/operations/app-payments.ts'
import {
  type EndpointPlace,
  useDeliveries,
  useReplay,
  type WebhookDelivery,
} from '../../../api/site/webhooks.ts'
import { formatInstant } from '../../../format/date.ts'
import { formatCount } from '../../../format/number.ts'
import lines from '../../../parts/figures/lines.module.css'
import { Line, Lines } from '../../../parts/figures/lines.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { explainFailure, Failure } from '../../../parts/states/failure.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { WaitingRows } from '../../../parts/states/waiting.tsx'
import { providerTexts as words } from '../../../texts/providers.ts'
import styles from './payment-providers.module.css'

type Replay = ReturnType<typeof useReplay>

/** A provider's deliveries, the result of each, and a button to record it again. */
export function DeliveryList({ place }: { place: EndpointPlace }) {
  const deliveries = useDeliveries(place)
  const replay = useReplay(place)
  if (deliveries.isPending) return <WaitingRows count={2} figures={1} isTall isFramed />
  if (!deliveries.data) {
    return <Failure error={deliveries.error} retry={() => deliveries.refetch()} />
  }
  const shown = deliveries.data.pages.flat()
  if (shown.length === 0) return <p className={lines.facts}>{words.noDeliveries}</p>
  return (
    <div className={styles.deliveries}>
      <Lines label={words.deliveries}>
        {shown.map((delivery) => (
          <Delivery key={delivery.id} place={place} delivery={delivery} replay={replay} />
        ))}
      </Lines>
      <div className={lines.actions}>
        {deliveries.hasNextPage && (
          <Button busy={deliveries.isFetchingNextPage} onClick={() => deliveries.fetchNextPage()}>
            {words.older}
          </Button>
        )}
        <Button busy={replay.isPending} onClick={() => replay.mutate(undefined)}>
          {replay.isPending ? words.replaying : words.replayAll}
        </Button>
      </div>
      {deliveries.isFetchNextPageError && (
        <Notice look="bad">{explainFailure(deliveries.error)}</Notice>
      )}
      {replay.error && <Notice look="bad">{explainFailure(replay.error)}</Notice>}
      {replay.data && (
        <Notice look={replay.data.failed > 0 ? 'bad' : 'good'}>{describe(replay.data)}</Notice>
      )}
    </div>
  )
}

function Delivery(props: { place: EndpointPlace; delivery: WebhookDelivery; replay: Replay }) {
  const { place, delivery, replay } = props
  const { state, eventType, paymentId } = delivery
  const time = formatInstant(delivery.receivedAt)
  return (
    <Line
      name={
        <span className={styles.heading}>
          <code>{eventType}</code>
          <span className={`${styles.chip} ${styles[state]}`}>{words.states[state]}</span>
        </span>
      }
      facts={factsOf(delivery, time)}
      error={delivery.error}
    >
      {paymentId !== null && (
        <Link to="/sites/$siteId/payments/$paymentId" params={{ siteId: place.siteId, paymentId }}>
          {words.toPayment}
        </Link>
      )}
      <Button
        busy={replay.isPending}
        aria-label={words.replayOne(eventType, time)}
        onClick={() => replay.mutate(delivery.id)}
      >
        {words.replay}
      </Button>
    </Line>
  )
}

function factsOf({ summary, attempts, retryAt }: WebhookDelivery, time: string): string[] {
  return [
    time,
    ...summary,
    ...(attempts > 1 ? [words.attempts(attempts)] : []),
    ...(retryAt === null ? [] : [words.retryAt(formatInstant(retryAt))]),
  ]
}

function describe(replayed: Replayed): string {
  const states = ['recorded', 'ignored', 'test', 'failed', 'erased'] as const
  const counts = states
    .filter((state) => replayed[state] > 0)
    .map((state) => words.counts[state](formatCount(replayed[state])))
  return counts.length === 0 ? words.nothingReplayed : words.replayed(counts.join(', '))
}
