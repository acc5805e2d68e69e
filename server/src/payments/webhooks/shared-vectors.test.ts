import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../clock.ts'
import { createSite } from '../../sites/manage-sites.ts'
import { deriveSecrets } from '../../store/control/secrets.ts'
import { describeOnControlStores } from '../../test/control-stores.ts'
import { signAs } from '../../test/webhook-signer.ts'
import { describePayment, findPayment } from '../find-payment.ts'
import type { Ledger } from '../known-fact.ts'
import { findProvider } from '../providers/list.ts'
import { addEndpoint } from './manage-endpoints.ts'
import { openOutside } from './outside.ts'
import { openWebhooks, type Webhooks } from './webhooks.ts'

// Samples of the providers that some machines have beside the project; where they are not, these
// tests are skipped. The project's own fixtures are in the other tests of this room.
// biome-ignore lint/style/noProcessEnv: where the samples are, not a setting of the server.
const named = process.env.TRIBUTARY_SHARED
const folder = join(
  named ?? fileURLToPath(new URL('../../../../../shared', import.meta.url)),
  'webhooks',
)
const isThere = existsSync(join(folder, 'scenarios.json'))

interface Vector {
  provider: string
  name: string
  secret: string
  headers: Record<string, string>
  body: string
  now: number
  tolerance_s?: number
  expect_accept: boolean
}

interface Scenario {
  scenario: string
  provider: string
  files: string[]
  expect: {
    payments: {
      ids_same_payment: string[]
      amount: string
      currency: string
      renewal: boolean
      visitorId: string | null
      sessionId: string | null
      customerEmail: string | null
    }[]
    refunds: { id?: string; amount?: string; cumulative?: string }[]
    net?: string
    trials?: number
  }
}

const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const vectors: Vector[] = isThere ? JSON.parse(read('signature-vectors.json')).vectors : []
const scenarios: Scenario[] = isThere ? JSON.parse(read('scenarios.json')).scenarios : []
const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='

describe.skipIf(!isThere)('the signatures beside the project', () => {
  it.each(vectors)('$provider: $name', async (vector) => {
    const provider = findProvider(vector.provider)
    const delivery = { body: Buffer.from(vector.body), headers: vector.headers }
    const toleranceSeconds = vector.tolerance_s ?? provider?.toleranceSeconds ?? null
    const keys = { secrets: [vector.secret], toleranceSeconds, options: {} }
    const now = { nowMs: vector.now * 1000, outside: openOutside() }
    const verdict = await provider?.verify(delivery, keys, now)
    expect(verdict?.kind === 'accepted').toBe(vector.expect_accept)
  })
})

describeOnControlStores('the scenarios beside the project', (stores) => {
  let ledger: Ledger
  let webhooks: Webhooks
  beforeAll(async () => {
    if (!isThere) return
    const secrets = deriveSecrets(randomBytes(24).toString('hex'))
    ledger = { control: await stores.open(), secrets }
    const logger = {
      error: (given: object) => expect(given).toBeUndefined(),
      warn: () => undefined,
    }
    const payments = { wake: () => undefined }
    const outside = openOutside()
    webhooks = openWebhooks({ ledger, payments, outside, clock: systemClock, logger })
    return () => webhooks.close()
  })

  it.skipIf(!isThere).each(scenarios)(
    '$scenario, in any order and each file twice',
    async (one) => {
      const twice = [...one.files, ...one.files]
      // Postgres is asked once: the order is the ledger's business, which is the same on both.
      const seeds = stores.dialect === 'postgres' || one.files.length === 1 ? [] : [1, 2, 3]
      const orders = [twice.toReversed(), ...seeds.map((seed) => shuffled(twice, seed))]
      for (const order of orders) await check(one, await play(one, order))
    },
  )

  /** Sends the files in this order to a new site; answers the site's id. */
  async function play({ provider }: Scenario, files: readonly string[]): Promise<string> {
    const { id } = await createSite(ledger.control.db, Date.now(), { domains: ['shop.example'] })
    const { endpoint } = await addEndpoint(ledger, id, { provider, secret }, Date.now())
    for (const file of files) {
      const form = file.replace('.json', '.form.txt')
      const isForm = existsSync(join(folder, form))
      const body = read(isForm ? form : file).trim()
      const signing = { secret, nowMs: Date.now(), topic: topicOf(file), id: digest(file) }
      const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
      const headers = { 'content-type': type, ...signAs(provider, body, signing) }
      const kept = await webhooks.receive(endpoint, { body: Buffer.from(body), headers })
      expect(kept?.state, file).not.toBe('failed')
    }
    return id
  }

  async function check({ provider, expect: wanted }: Scenario, siteId: string): Promise<void> {
    const rows = await ledger.control.db
      .selectFrom('payments')
      .select(['amount_minor', 'trial'])
      .where('site_id', '=', siteId)
      .execute()
    expect(rows.filter((row) => row.amount_minor > 0)).toHaveLength(wanted.payments.length)
    expect(rows.filter((row) => row.trial === 1)).toHaveLength(wanted.trials ?? 0)
    const returned: { id: string; amount: number }[] = []
    let net = 0
    for (const payment of wanted.payments) {
      const ids = new Set<string>()
      for (const providerPaymentId of payment.ids_same_payment) {
        const found = await findPayment(ledger, siteId, { provider, providerPaymentId })
        if (found === undefined) throw new Error(`${providerPaymentId} is not known`)
        const shown = await describePayment(ledger, found)
        expect(shown).toMatchObject({
          ...{ amount: Number(payment.amount), currency: payment.currency },
          ...{ renewal: payment.renewal, customerEmail: payment.customerEmail },
          receipt: { given: { visitorId: payment.visitorId, sessionId: payment.sessionId } },
        })
        if (!ids.has(found.id)) {
          returned.push(...shown.refunds, ...shown.disputes.filter(({ state }) => state === 'lost'))
          net += shown.netAmount
        }
        ids.add(found.id)
      }
      expect(ids.size).toBe(1)
    }
    if (wanted.net !== undefined) expect(net).toBeCloseTo(Number(wanted.net), 4)
    const wantedSum = wanted.refunds.reduce(
      (sum, one) => sum + Number(one.amount ?? one.cumulative),
      0,
    )
    expect(returned.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(wantedSum, 4)
    expect(returned.map(({ id }) => id)).toEqual(
      expect.arrayContaining(wanted.refunds.flatMap(({ id }) => id ?? [])),
    )
  }
})

/** The order in which a seed puts the files. */
function shuffled(files: readonly string[], seed: number): string[] {
  return files
    .map((file, index) => ({ file, at: digest(`${seed}:${index}:${file}`) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ file }) => file)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Shopify's and WooCommerce's topic, as their files are named by it. */
function topicOf(file: string): string {
  const [, noun = '', verb = ''] = /^([a-z]+)\.([a-z]+)/.exec(basename(file)) ?? []
  return noun === 'order' ? `${noun}.${verb}` : `${noun}/${verb}`
}
