import type { Replayed } from '@tributary/contract/operations/app-payments.ts'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import { AppError } from '../../errors.ts'
import type { Ledger } from '../ledger/known-fact.ts'
import type { Payments } from '../payments.ts'
import { findProvider } from '../providers/list.ts'
import {
  type Delivery,
  MalformedBody,
  type Outside,
  type ProviderEvent,
  type Rejection,
  type Verdict,
} from '../providers/provider.ts'
import { dropOldDeliveries } from '../rows/delivery-rows.ts'
import { countRejection, findEndpointRow } from '../rows/endpoint-rows.ts'
import { type Endpoint, keysOf, toEndpoint } from './endpoint.ts'
import { type DeliveryTools, type RecordedDelivery, recordDelivery } from './record-delivery.ts'
import { replayDeliveries, retryFailedDeliveries } from './replay-deliveries.ts'

/** Payment providers' webhooks, for the rest of the server. */
export interface Webhooks {
  /** The endpoint at this address, if it accepts deliveries. */
  find(providerName: string, endpointId: string): Promise<Endpoint | undefined>
  /** Checks and stores one delivery; ignores a greeting. Rejects what the provider did not send. */
  receive(endpoint: Endpoint, delivery: Delivery): Promise<RecordedDelivery | undefined>
  replay(endpoint: Endpoint, deliveryId?: string): Promise<Replayed>
  /** The periodic work: retries failed deliveries, deletes old ones. */
  sweep(): Promise<void>
  close(): Promise<void>
}

export interface WebhooksOptions {
  ledger: Ledger
  payments: Pick<Payments, 'wake'>
  outside: Outside
  clock: Clock
  logger: Pick<Logger, 'error' | 'warn'>
}

const wrongSignature = 'The signature of this webhook could not be verified'
const sweepEveryMs = 5 * 60_000
/** How soon a provider may send a delivery again that could not be checked. */
const askAgainSeconds = 60

/** Opens the inbox of the providers and starts its background work. */
export function openWebhooks(options: WebhooksOptions): Webhooks {
  const { ledger, payments, outside, clock, logger } = options
  const { control, secrets } = ledger
  const tools: DeliveryTools = {
    ledger,
    // Not the endpoint's id: where nothing is signed, only this keeps strangers out.
    onError: (err, { siteId, provider }) =>
      logger.error(
        { err, site: siteId, provider: provider.name },
        'a webhook could not be recorded; trying again',
      ),
  }
  const sweep = async () => {
    await retryFailedDeliveries(tools, clock.now())
    await dropOldDeliveries(control.db, clock.now())
    payments.wake()
  }
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = sweep().catch((err: unknown) => {
      logger.warn({ err }, 'webhooks were not looked after; trying again')
    })
  }, sweepEveryMs).unref()

  return {
    async find(providerName, endpointId) {
      const provider = findProvider(providerName)
      if (provider === undefined) return undefined
      const row = await orUnavailable(() => findEndpointRow(control.db, endpointId))
      const isHere = row?.provider === provider.name && row.removed_ms === null
      return isHere ? toEndpoint(secrets, row) : undefined
    },
    async receive(endpoint, delivery) {
      const nowMs = Math.floor(clock.now())
      const { provider } = endpoint
      const reject = (reason: Rejection) =>
        orUnavailable(() => countRejection(control.db, endpoint.id, { atMs: nowMs, reason }))
      const verdict = await check(endpoint, delivery, { nowMs, outside }).catch(
        async (error: unknown) => {
          if (error instanceof AppError && error.kind === 'unavailable') await reject('unconfirmed')
          throw error
        },
      )
      if (verdict.kind === 'greeting') return undefined
      if (verdict.kind === 'rejected') {
        await reject(verdict.reason)
        throw new AppError('unauthorized', wrongSignature)
      }
      const noted = { ...delivery, headers: { ...ours(delivery.headers), ...verdict.notes } }
      const event = readEvent(() => provider.read(noted))
      const recorded = await recordDelivery(tools, { endpoint, delivery: noted, event }, nowMs)
      if (recorded.state === 'recorded') payments.wake()
      return recorded
    },
    async replay(endpoint, deliveryId) {
      const replayed = await replayDeliveries(tools, endpoint, { deliveryId, nowMs: clock.now() })
      payments.wake()
      return replayed
    },
    sweep,
    async close() {
      clearInterval(timer)
      await running
    },
  }
}

/** Notes are ours; providers do not send them. */
function ours(headers: Delivery['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith('tributary-')),
  )
}

async function check(
  endpoint: Endpoint,
  delivery: Delivery,
  now: { nowMs: number; outside: Outside },
): Promise<Verdict> {
  try {
    return await endpoint.provider.verify(delivery, keysOf(endpoint, now.nowMs), now)
  } catch (cause) {
    if (cause instanceof MalformedBody) throw new AppError('invalid', malformed(cause), { cause })
    // An external service did not answer: the provider should send it again.
    const message = 'The webhook could not be checked. Send it again later.'
    throw new AppError('unavailable', message, { cause, retryAfterSeconds: askAgainSeconds })
  }
}

function readEvent(read: () => ProviderEvent): ProviderEvent {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof MalformedBody) throw new AppError('invalid', malformed(cause), { cause })
    throw cause
  }
}

function malformed({ message }: MalformedBody): string {
  return `The webhook could not be read: ${message}`
}

/** Without the control store nothing can be stored, so the provider should send it again. */
async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new AppError('unavailable', 'The webhook could not be stored. Send it again later.', {
      cause,
    })
  }
}
