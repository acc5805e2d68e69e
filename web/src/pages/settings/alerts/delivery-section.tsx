import { type AlertDelivery, useAlertDeliveries } from '../../../api/site/alerts.ts'
import { formatInstant } from '../../../format/date.ts'
import { Line, Lines } from '../../../parts/figures/lines.tsx'
import { Failure } from '../../../parts/states/failure.tsx'
import { WaitingRows } from '../../../parts/states/waiting.tsx'
import { alertTexts as words } from '../../../texts/alerts.ts'
import styles from './alerts.module.css'

/** The latest alert deliveries to each recipient, with their results. */
export function DeliverySection({ siteId }: { siteId: string }) {
  const deliveries = useAlertDeliveries(siteId)
  return (
    <div className={styles.part}>
      <h3>{words.last}</h3>
      {deliveries.isPending && <WaitingRows count={2} figures={0} isTall isFramed />}
      {deliveries.error && !deliveries.data && (
        <Failure error={deliveries.error} retry={() => deliveries.refetch()} />
      )}
      {deliveries.data?.length === 0 && <p className={styles.facts}>{words.noneYet}</p>}
      {deliveries.data !== undefined && deliveries.data.length > 0 && (
        <Lines label={words.last}>
          {deliveries.data.map((one) => (
            <DeliveryLine key={one.id} delivery={one} />
          ))}
        </Lines>
      )}
    </div>
  )
}

function DeliveryLine({ delivery }: { delivery: AlertDelivery }) {
  const { kind, to, state, at, retryAt, error } = delivery
  const isWaiting = state === 'waiting' && retryAt !== null && error !== null
  const facts = [
    to,
    formatInstant(at),
    words.states[state],
    isWaiting && words.retryAt(formatInstant(retryAt)),
  ]
  return <Line name={words.kinds[kind]} facts={facts} error={error} />
}
