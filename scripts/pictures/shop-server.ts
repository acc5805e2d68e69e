/** A temporary server with the invented shop. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiKeyScopes } from '@tributary/contract/operation.ts'
import { pino } from 'pino'
import { createAccount } from '../../server/src/accounts/create-account.ts'
import { hashPassword } from '../../server/src/accounts/password.ts'
import { readConfig } from '../../server/src/config.ts'
import { subscriptionFact } from '../../server/src/payments/providers/wire/subscriptions.ts'
import { recordSubscriptions } from '../../server/src/payments/subscriptions/record-subscriptions.ts'
import { serve } from '../../server/src/serve.ts'
import type { Services } from '../../server/src/services.ts'
import { createSite } from '../../server/src/sites/manage-sites.ts'
import {
  keepInDashboard,
  signIn,
  tellAdSpend,
  tellEqualPayments,
  tellLiveVisits,
  tellNotes,
} from './shop-extras.ts'
import { type StorySubscription, tellShopStory } from './shop-story.ts'

const owner = { email: 'ana@northlight.example', password: 'a river with two arms' }

/** The filled shop and the person who owns it. */
export interface ShopServer {
  url: string
  siteId: string
  /** The address of a link for people without an account. */
  sharePath: string
  /** One payment that is linked to a visitor. */
  paymentId: string
  /** The `cookie` header of the owner's session. */
  cookie: string
  close(): Promise<void>
}

/** Starts it and plays the whole story, which takes a few seconds; `tell` receives the progress. */
export async function startShopServer(tell: (text: string) => void): Promise<ShopServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-shop-'))
  const secret = 'only for these pictures, thrown away'
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, SECRET: secret })
  const server = await serve(config, pino({ level: 'warn' }))
  const close = async () => {
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    return { url: server.url, ...(await fillShop(server, tell)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function fillShop(
  { url, services }: { url: string; services: Services },
  tell: (text: string) => void,
): Promise<Omit<ShopServer, 'url' | 'close'>> {
  const { control, apiKeys } = services
  const passwordHash = await hashPassword(owner.password)
  await createAccount(control.db, Date.now(), { email: owner.email, passwordHash })
  const site = await createSite(control.db, Date.now(), {
    name: 'Northlight',
    domains: ['northlight.example'],
    primaryProvider: 'woocommerce',
  })
  const use = { name: 'Production server', scopes: [...apiKeyScopes], ratePerMinute: 1_000_000 }
  const { token } = await apiKeys.create(site.id, use)
  const cookie = await signIn(url, owner)
  const shop = { url, siteId: site.id, key: token, cookie }
  tell('two months of visits and payments')
  await tellSubscriptions(services, site.id, await tellShopStory(url, token))
  tell('ads, notes, funnels, a team')
  await tellAdSpend(shop)
  await tellNotes(shop)
  await tellEqualPayments(shop)
  const { sharePath } = await keepInDashboard(shop)
  const { paymentId } = await tellLiveVisits(shop)
  return { siteId: site.id, sharePath, paymentId, cookie }
}

/** Reports what the provider's webhooks would report of each subscription. */
async function tellSubscriptions(
  { control }: Services,
  siteId: string,
  subscriptions: readonly StorySubscription[],
): Promise<void> {
  for (const { id: subscriptionId, customerId, amountMinor, fromMs, endMs } of subscriptions) {
    const price = {
      unitMinor: String(amountMinor),
      quantity: 1,
      unit: 'month',
      unitCount: 1,
    } as const
    const factOf = (status: 'active' | 'ended', atMs: number) =>
      subscriptionFact({
        ...{ provider: 'stripe', subscriptionId, customerId, atMs },
        state: {
          ...{
            status,
            currency: 'USD',
            items: [{ plan: 'Solo', product: 'Northlight', ...price }],
          },
          ...{ discountIds: [], cancelAtMs: null },
        },
      })
    const facts = [
      factOf('active', fromMs),
      ...(endMs === undefined ? [] : [factOf('ended', endMs)]),
    ]
    await control.transaction((db) =>
      recordSubscriptions(db, siteId, facts, { source: 'webhook:stripe', nowMs: Date.now() }),
    )
  }
}
