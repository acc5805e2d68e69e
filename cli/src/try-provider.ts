import { readConfig } from '@tributary/server/config.ts'
import { getEndpoint } from '@tributary/server/payments/webhooks/manage-endpoints.ts'
import { endpointUrl } from '@tributary/server/payments/webhooks/present.ts'
import { tryEndpoint } from '@tributary/server/payments/webhooks/try-endpoint.ts'
import type { Answer } from './print.ts'
import { withLedger } from './with-ledger.ts'

const timeoutMs = 10_000

/** Sends an endpoint's sample event over HTTP like its provider would, and follows it. */
export async function tryProvider(endpointId: string, url?: string): Promise<Answer> {
  const trial = await withLedger(async (ledger) => {
    const endpoint = await getEndpoint(ledger, endpointId)
    const address = endpointUrl(url?.replace(/\/+$/, '') ?? readConfig().publicUrl, endpoint)
    return tryEndpoint(ledger.control, endpoint, async () => {
      const sample = endpoint.provider.sample(endpoint.credentials.secret, Date.now())
      return sample && send(address, sample)
    })
  })
  const lines = trial.stages.map(
    ({ name, ok, message }) => `${ok ? 'ok     ' : 'PROBLEM'}  ${name}: ${message}`,
  )
  return { json: trial, text: lines.join('\n'), failed: !trial.ok }
}

async function send(
  address: string,
  { body, headers }: { body: Buffer; headers: Readonly<Record<string, string>> },
) {
  let response: Response
  try {
    response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (error) {
    throw new Error(`${address} cannot be reached: ${causeOf(error)}`)
  }
  const text = await response.text()
  if (response.status !== 200) {
    throw new Error(`${address} answered ${response.status}: ${text.slice(0, 300)}`)
  }
  const { data } = JSON.parse(text) as { data: { deliveryId: string; state: string } }
  return data
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}
