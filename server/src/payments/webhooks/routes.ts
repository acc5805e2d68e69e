import { webhookOperations } from '@tributary/contract/operations/webhooks.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { refuseEncodings } from '../../http/json-body.ts'
import { limitAddress } from '../../http/limits/limit-address.ts'
import { serveOperations } from '../../http/serve-operations.ts'
import type { PaymentsDeps } from '../payments-deps.ts'
import type { Delivery } from '../providers/provider.ts'
import type { Endpoint } from './endpoint.ts'

/** Unknown addresses and wrong signatures that one address may send in a minute. */
const failedPerMinute = 300

const endpoints = new WeakMap<FastifyRequest, Endpoint>()

/** Receives payment providers' webhooks. */
export function webhookRoutes(app: FastifyInstance, deps: PaymentsDeps): void {
  const { webhooks } = deps
  // A separate scope: a signature is over the raw bytes, so no parser may run first.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (request: FastifyRequest, body: Buffer) => {
        refuseEncodings(request)
        return body
      },
    )
    scope.addHook('onRequest', async (request) => {
      const { provider, endpointId } = request.params as { provider: string; endpointId: string }
      const endpoint = await webhooks.find(provider, endpointId)
      if (endpoint === undefined) {
        await limitAddress(deps.addressLimits, request, 'failed-webhook', failedPerMinute)
        throw new AppError('not-found', 'Webhook endpoint not found')
      }
      endpoints.set(request, endpoint)
    })
    serveOperations(scope, deps, webhookOperations, {
      'POST /webhooks/:provider/:endpointId': async ({ request }) => {
        const endpoint = endpoints.get(request)
        if (endpoint === undefined) throw new Error('the endpoint was not looked up')
        const received = await receive(deps, request, endpoint)
        if (received === undefined) return { message: 'Webhook endpoint is ready' }
        const { deliveryId, state } = received
        if (state === 'repeated') return { message: 'Webhook already received' }
        return { message: 'Webhook received', deliveryId, state }
      },
    })
  })
}

async function receive(deps: PaymentsDeps, request: FastifyRequest, endpoint: Endpoint) {
  try {
    return await deps.webhooks.receive(endpoint, deliveryOf(request))
  } catch (error) {
    // Counted afterwards: a valid sender is never delayed by others behind the same address.
    if (error instanceof AppError && error.kind === 'unauthorized') {
      await limitAddress(deps.addressLimits, request, 'failed-webhook', failedPerMinute)
    }
    throw error
  }
}

function deliveryOf({ body, headers }: FastifyRequest): Delivery {
  const single: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) single[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return { body: Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers: single }
}
