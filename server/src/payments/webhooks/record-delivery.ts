import { randomBase62 } from '../../base62.ts'
import { AppError } from '../../errors.ts'
import { command } from '../../store/control/command.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { dayMs } from '../../time/durations.ts'
import { storable } from '../ledger/fact-bounds.ts'
import type { Ledger } from '../ledger/known-fact.ts'
import { type Recording, recordAll, recordingOf } from '../ledger/record-facts.ts'
import { type Delivery, type ProviderEvent, testMark } from '../providers/provider.ts'
import {
  type DeliveryOutcome,
  type DeliveryRow,
  insertDelivery,
  saveOutcome,
} from '../rows/delivery-rows.ts'
import { recordSubscriptions } from '../subscriptions/record-subscriptions.ts'
import type { SubscriptionFact } from '../subscriptions/subscription-fact.ts'
import { sealContent } from './delivery-content.ts'
import { describeFacts } from './describe-facts.ts'
import type { Endpoint } from './endpoint.ts'

type Db = ControlStore['db']

/** What recording a delivery needs. */
export interface DeliveryTools {
  ledger: Ledger
  onError(error: unknown, endpoint: Endpoint): void
}

/** A checked delivery of an endpoint. */
export interface Checked {
  endpoint: Endpoint
  delivery: Delivery
  event: ProviderEvent
}

export interface RecordedDelivery {
  deliveryId: string
  state: DeliveryRow['state'] | 'repeated'
}

const firstRetryMs = 5 * 60_000
const longestRetryMs = dayMs
const longestError = 500

/**
 * Archives a delivery and records its facts in the ledger, both or neither; it is on disk when this resolves. A
 * delivery that cannot be understood or recorded is archived and retried later: the fault is ours, and a retry by
 * the provider would not fix it. A repeat changes nothing.
 */
export async function recordDelivery(
  tools: DeliveryTools,
  checked: Checked,
  nowMs: number,
): Promise<RecordedDelivery> {
  const { control, secrets } = tools.ledger
  const { endpoint, delivery, event } = checked
  const deliveryId = `whd_${randomBase62(20)}`
  const row = {
    id: deliveryId,
    endpoint_id: endpoint.id,
    site_id: endpoint.siteId,
    delivery_key: event.key.slice(0, 255),
    received_ms: nowMs,
    event_type: event.type.slice(0, 255),
    content: sealContent(secrets, endpoint.id, delivery, endpoint.provider.archivedHeaders),
  }
  const keep = async ({ outcome, said }: Read): Promise<RecordedDelivery> => {
    const isNew = await control.run(archiveDelivery, { row: { ...row, ...outcome }, said })
    return { deliveryId, state: isNew ? outcome.state : 'repeated' }
  }
  try {
    return await keep(readDelivery(tools, checked, { nowMs, attempts: 1 }))
  } catch (error) {
    tools.onError(error, endpoint)
    return await keep({ outcome: failure(error, nowMs, 1), said: null }).catch(
      (second: unknown) => {
        throw new AppError('unavailable', 'The webhook could not be stored. Send it again later.', {
          cause: second,
        })
      },
    )
  }
}

/** A delivery's facts about money and subscriptions. */
interface Said {
  recording: Recording
  subscriptions: readonly SubscriptionFact[]
}

/** The result of reading a delivery. */
interface Read {
  outcome: DeliveryOutcome
  /** Null if there is nothing to record. */
  said: Said | null
}

/** Stores a new delivery and its facts. Returns false for a repeat, which records nothing. */
export const archiveDelivery = command(
  'archive-delivery',
  async (db, { row, said }: { row: DeliveryRow; said: Said | null }) => {
    const isNew = await insertDelivery(db, row)
    if (isNew && said !== null) await recordSaid(db, row.id, said)
    return isNew
  },
)

/** Stores the result of another attempt at a delivery, and its facts. */
export const archiveAgain = command(
  'archive-delivery-again',
  async (db, { id, outcome, said }: Read & { id: string }) => {
    await saveOutcome(db, id, outcome)
    if (said !== null) await recordSaid(db, id, said)
  },
)

async function recordSaid(
  db: Db,
  deliveryId: string,
  { recording, subscriptions }: Said,
): Promise<void> {
  const [paymentId] = await recordAll(db, recording)
  await recordSubscriptions(db, recording.siteId, subscriptions, recording)
  if (paymentId !== undefined) await saveOutcome(db, deliveryId, { payment_id: paymentId })
}

/** Reads an archived delivery again and records its facts, as after an update that reads better. */
export async function recordAgain(
  tools: DeliveryTools,
  row: DeliveryRow,
  read: () => Promise<Checked>,
  nowMs: number,
): Promise<DeliveryRow['state']> {
  const { control } = tools.ledger
  const attempts = row.attempts + 1
  try {
    const said = readDelivery(tools, await read(), { nowMs, attempts })
    await control.run(archiveAgain, { id: row.id, ...said })
    return said.outcome.state
  } catch (error) {
    await saveOutcome(control.db, row.id, failure(error, nowMs, attempts))
    return 'failed'
  }
}

function readDelivery(
  { ledger }: DeliveryTools,
  { endpoint, delivery, event }: Checked,
  { nowMs, attempts }: { nowMs: number; attempts: number },
): Read {
  const facts = storable(endpoint.provider.translate(event, delivery))
  const { subscriptions, problem } = subscriptionsOf(endpoint, event)
  // The money of a subscription that cannot be understood is recorded all the same.
  if (problem !== null && facts.length === 0) throw new Error(problem)
  const outcome = {
    summary: JSON.stringify(describeFacts(facts)),
    error: problem?.slice(0, longestError) ?? null,
    attempts,
    retry_at_ms: null,
    payment_id: null,
  }
  if (isTest(endpoint, event)) return { outcome: { ...outcome, state: 'test' }, said: null }
  if (facts.length + subscriptions.length === 0) {
    return { outcome: { ...outcome, state: 'ignored' }, said: null }
  }
  // Always the same text, so that a repeated fact is recognised.
  const source = `webhook:${endpoint.provider.name}`
  const recording = recordingOf(ledger, endpoint.siteId, facts, { source, nowMs })
  return { outcome: { ...outcome, state: 'recorded' }, said: { recording, subscriptions } }
}

function subscriptionsOf(
  { provider }: Endpoint,
  event: ProviderEvent,
): { subscriptions: SubscriptionFact[]; problem: string | null } {
  try {
    return { subscriptions: provider.subscriptions?.(event) ?? [], problem: null }
  } catch (error) {
    return { subscriptions: [], problem: error instanceof Error ? error.message : String(error) }
  }
}

function isTest(endpoint: Endpoint, event: ProviderEvent): boolean {
  const mark = event.body[testMark]
  return endpoint.isTest || event.isTest || mark === true || mark === 'true'
}

function failure(error: unknown, nowMs: number, attempts: number): DeliveryOutcome {
  const message = error instanceof Error ? error.message : String(error)
  const waitMs = Math.min(firstRetryMs * 4 ** (attempts - 1), longestRetryMs)
  return {
    state: 'failed',
    summary: '[]',
    error: message.slice(0, longestError),
    attempts,
    retry_at_ms: nowMs + waitMs,
    payment_id: null,
  }
}
