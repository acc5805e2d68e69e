import type { PaymentData } from '@tributary/contract/payment.ts'
import { useSession } from '../../api/client/session.ts'
import { useVisitorNames } from '../../api/visitor-summaries.ts'
import { formatInstant } from '../../format/date.ts'
import { formatProvider } from '../../format/provider.ts'
import { receiptTexts } from '../../texts/payment-list.ts'
import { texts } from '../../texts/texts.ts'
import styles from './payment-page.module.css'

const words = texts.payments
const counting = words.duplicate.history

/** The reports of a payment, oldest first, and the conflicting ones. */
export function PaymentHistory({ siteId, payment }: { siteId: string; payment: PaymentData }) {
  const { receipt } = payment
  const own = useSession().data?.id
  const nameOf = useVisitorNames(siteId, receipt.history.flatMap(chosenVisitor))
  return (
    <section className={styles.card} aria-labelledby="history">
      <h2 id="history">{words.history}</h2>
      <ol className={styles.history}>
        {receipt.history.map((entry) => (
          <li key={JSON.stringify(entry)}>
            <time dateTime={entry.timestamp}>{formatInstant(entry.timestamp)}</time>
            <span>{whatOf(entry, nameOf)}</span>
            <span className={styles.reason}>{whoOf(entry, own)}</span>
          </li>
        ))}
      </ol>
      {receipt.discrepancies.length > 0 && (
        <>
          <h3>{words.discrepancies}</h3>
          <ul className={styles.history}>
            {receipt.discrepancies.map(({ field, kept: stored, told: reported, timestamp }) => (
              <li key={`${timestamp} ${field}`}>
                {words.discrepancy(field, JSON.stringify(stored), JSON.stringify(reported))}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

type Entry = PaymentData['receipt']['history'][number]

/** What happened, with the visitor if a person named one. */
function whatOf(entry: Entry, nameOf: (visitorId: string) => string): string {
  const { kind, source, details } = entry
  const what = words.kinds[kind] ?? kind
  if (kind === 'changed' && details.field === 'duplicate') {
    return details.to === null ? counting.again : counting.marked
  }
  if (kind === 'changed' && details.field === 'counted') {
    return details.to === true ? counting.byHand : texts.payments.duplicate.undo
  }
  if (!source.startsWith(person)) return what
  if (linkOf(entry).method !== 'manual') return receiptTexts.again
  const [visitorId] = chosenVisitor(entry)
  return visitorId === undefined ? receiptTexts.unlinked : `${what}: ${nameOf(visitorId)}`
}

function linkOf({ details }: Entry): { method?: unknown; visitorId?: unknown } {
  return (details.now ?? {}) as { method?: unknown; visitorId?: unknown }
}

/** The visitor that a person linked the payment to, if this entry contains one. */
function chosenVisitor(entry: Entry): string[] {
  const { visitorId } = linkOf(entry)
  return entry.source.startsWith(person) && typeof visitorId === 'string' ? [visitorId] : []
}

const person = 'person:'

function whoOf({ source }: Entry, ownId: string | undefined): string {
  if (!source.startsWith(person)) return nameOfSource(source)
  return source === `${person}${ownId}` ? receiptTexts.byYou : receiptTexts.byPerson
}

/** `api`, `webhook:stripe` and the like in words. */
function nameOfSource(source: string): string {
  const [kind = '', provider] = source.split(':')
  if (kind === 'webhook' && provider !== undefined) return words.byWebhook(formatProvider(provider))
  if (kind === 'sync' && provider !== undefined) return words.bySync(formatProvider(provider))
  return words.origins[kind] ?? source
}
