import type { WebhookEndpoint } from '../../../api/site/webhooks.ts'
import { formatInstant } from '../../../format/date.ts'
import { formatCount } from '../../../format/number.ts'
import lines from '../../../parts/figures/lines.module.css'
import { Notice } from '../../../parts/states/notice.tsx'
import { providerTexts as words } from '../../../texts/providers.ts'
import styles from './payment-providers.module.css'

/** The provider, and whether its webhooks arrive and are accepted. */
export function EndpointHealth({ endpoint, title }: { endpoint: WebhookEndpoint; title: string }) {
  const { deliveries, rejected, isTest } = endpoint
  const health = healthOf(endpoint)
  const facts = [
    ...(deliveries.lastAt === null ? [] : [words.lastDelivery(formatInstant(deliveries.lastAt))]),
    ...(['recorded', 'ignored', 'test', 'failed'] as const)
      .filter((state) => deliveries[state] > 0)
      .map((state) => words.counts[state](formatCount(deliveries[state]))),
  ]
  return (
    <>
      <div>
        <div className={styles.heading}>
          <h3>{title}</h3>
          <span className={`${styles.chip} ${styles[health]}`}>{words.health[health]}</span>
          {isTest && <span className={styles.chip}>{words.testMode}</span>}
        </div>
        {facts.length > 0 && <p className={lines.facts}>{facts.join(' · ')}</p>}
      </div>
      {rejected.lastAt !== null && (
        <Notice look={health === 'refused' ? 'bad' : 'plain'}>
          {words.rejected(
            rejected.count,
            formatInstant(rejected.lastAt),
            words.reasons[rejected.reason ?? ''] ?? rejected.reason ?? '',
          )}
        </Notice>
      )}
      {!endpoint.isSigned && (
        <Notice look="money">
          {endpoint.options.hasApiToken ? words.unsignedChecked(title) : words.unsigned(title)}
        </Notice>
      )}
    </>
  )
}

/**
 * The latest delivery counts: one rejection long ago is no problem now. But a test event of ours says nothing about
 * the provider's secret.
 */
function healthOf({ deliveries, rejected }: WebhookEndpoint): keyof typeof words.health {
  const { recorded, ignored, test, failed, lastHeardAt } = deliveries
  const heardMs = lastHeardAt === null ? 0 : Date.parse(lastHeardAt)
  if (rejected.lastAt !== null && Date.parse(rejected.lastAt) > heardMs) return 'refused'
  if (failed > 0) return 'failing'
  if (recorded + ignored > 0) return 'good'
  return test > 0 ? 'tests' : 'waiting'
}
