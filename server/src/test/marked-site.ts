import type { PublicOperation } from '@tributary/contract/operation.ts'
import type { TestServer } from './server.ts'

/** The ids of a site's person, payment and note, by the names of request fields. */
export type Names = Record<string, string> & { mark: string }

/**
 * Gives a site one of everything: a visit, a goal, a person, a payment, a note. `mark` is in every free text. Adds
 * the payment's id to the names.
 */
export async function fillSite(
  server: TestServer,
  { site, key }: Awaited<ReturnType<TestServer['aSite']>>,
  names: Names,
): Promise<void> {
  const { visitorId, sessionId, goal, email, userId, provider, providerPaymentId, mark } = names
  const url = `https://shop.example/${mark}?utm_source=${mark}&utm_campaign=${mark}`
  const hit = { siteId: site.id, type: 'pageview', visitorId, sessionId, url, title: mark }
  const sent: [method: string, path: string, body: object][] = [
    ['POST', '/api/collect', { ...hit, referrer: `https://${mark}.example/` }],
    ['POST', '/api/v1/goal', { event: goal, visitorId, sessionId, value: 99, path: `/${mark}` }],
    ['POST', '/api/v1/identify', { visitorId, email, userId }],
    [
      'POST',
      '/api/v1/payment',
      {
        ...{ provider, providerPaymentId, visitorId, sessionId, amount: 4242.42, currency: 'USD' },
        ...{ customerEmail: email, customerId: names.customerId, metadata: { by: names.metadata } },
      },
    ],
    [
      'PUT',
      `/api/v1/annotations?annotationId=${names.annotationId}`,
      { at: new Date().toISOString().slice(0, 10), text: mark, kind: 'launch' },
    ],
  ]
  for (const [method, path, body] of sent) {
    const { status } = await server.request(method, path, { key, body })
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}`)
  }
  const path = `/api/v1/payment?provider=${provider}&providerPaymentId=${providerPaymentId}`
  const { body } = await server.request('GET', path, { key })
  names.paymentId = (body as { data: { paymentId: string } }).data.paymentId
}

/** An example with the site's own ids in every place that takes one. */
function aimed(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((part) => aimed(part, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, names[name] ?? aimed(part, names)]),
  )
}

/** Requests of one operation that succeed with access to the site, about the given ids. */
export function* requestsOf(
  { path, query, body, docs }: PublicOperation,
  names: Names,
): Generator<{ path: string; body?: object }> {
  const fields = Object.keys(query?.properties ?? {})
  const pairs = fields.flatMap((name) => {
    const value = names[name] ?? docs.query?.[name]
    return value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`]
  })
  const address = `${path}?${pairs.join('&')}`
  if (body === undefined) yield { path: address }
  for (const { value } of Object.values(docs.bodies ?? {})) {
    yield { path: address, body: aimed(value, names) as object }
  }
}
