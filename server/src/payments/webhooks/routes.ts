import { success, tooManyRequestsMessage } from '@tributary/contract/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { addressGroup } from '../../http/address.ts'
import { refuseEncodings } from '../../http/json-body.ts'
import type { Services } from '../../services.ts'
import type { Delivery } from '../providers/provider.ts'
import type { Endpoint } from './endpoint.ts'

/** An order with many lines is large. */
const bodyLimitBytes = 1024 * 1024
/** Unknown addresses and wrong signatures that one address may send in a minute. */
const failedPerMinute = 300

interface Address {
  Params: { provider: string; endpointId: string }
}

const endpoints = new WeakMap<FastifyRequest, Endpoint>()

/** `POST /webhooks/{provider}/{endpoint id}`, where payment providers tell what happened. */
export function webhookRoutes(app: FastifyInstance, services: Services): void {
  const { webhooks } = services
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
    const onRequest = async (request: FastifyRequest) => {
      const { provider, endpointId } = request.params as Address['Params']
      const endpoint = await webhooks.find(provider, endpointId)
      if (endpoint === undefined) {
        await refuseTooMany(services, request)
        throw new AppError('not-found', 'Webhook endpoint not found')
      }
      endpoints.set(request, endpoint)
    }
    const options = { onRequest, bodyLimit: bodyLimitBytes }
    scope.post<Address>('/webhooks/:provider/:endpointId', options, async (request) => {
      const endpoint = endpoints.get(request)
      if (endpoint === undefined) throw new Error('the endpoint was not looked up')
      const kept = await receive(services, request, endpoint)
      if (kept === undefined) return success({ message: 'Webhook endpoint is ready' })
      const { deliveryId, state } = kept
      if (state === 'repeated') return success({ message: 'Webhook already received' })
      return success({ message: 'Webhook received', deliveryId, state })
    })
  })
}

async function receive(services: Services, request: FastifyRequest, endpoint: Endpoint) {
  try {
    return await services.webhooks.receive(endpoint, deliveryOf(request))
  } catch (error) {
    // Only after the fact: a valid sender is never delayed by others behind the same address.
    if (error instanceof AppError && error.kind === 'unauthorized') {
      await refuseTooMany(services, request)
    }
    throw error
  }
}

async function refuseTooMany({ addressLimits }: Services, { ip }: FastifyRequest): Promise<void> {
  const allowance = await addressLimits.take(`failed-webhook:${addressGroup(ip)}`, failedPerMinute)
  if (allowance.allowed) return
  throw new AppError('rate-limited', tooManyRequestsMessage(allowance.limit), {
    retryAfterSeconds: allowance.retryAfterSeconds,
  })
}

function deliveryOf({ body, headers }: FastifyRequest): Delivery {
  const single: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) single[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return { body: Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers: single }
}
