import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { commandLine } from '../audit/actor.ts'
import { openRequests } from '../outside/request-outside.ts'
import { createSite } from '../sites/manage-sites.ts'
import { deriveSecrets } from '../store/control/secrets.ts'
import { testClock } from '../test/clock.ts'
import { describeOnSqlite } from '../test/control-stores.ts'
import { silent } from '../test/engine.ts'
import { alertText } from './alert-texts.ts'
import { insertAlertDelivery } from './hook-rows.ts'
import { addHook } from './manage-hooks.ts'
import { deliveryOf } from './raise-alert.ts'
import { sendAlerts } from './send-alerts.ts'

describeOnSqlite('alerts for webhooks', (stores) => {
  it('do not wait for a receiver of another site that does not answer', async () => {
    const slow = Promise.withResolvers<void>()
    const called: string[] = []
    const bodies: string[] = []
    const receiver = createServer(async (request, response) => {
      const { url = '' } = request
      called.push(url)
      bodies.push(await text(request))
      if (url === '/slow') await slow.promise
      response.end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void receiver.close())
    const { port } = receiver.address() as AddressInfo

    const control = await stores.open()
    const clock = testClock()
    const secrets = deriveSecrets('thirty-two characters of a test secret')
    for (const path of ['slow', 'quick']) {
      const site = await createSite(control.db, clock.now(), { domains: ['shop.example'] })
      const given = {
        name: path,
        format: 'json',
        url: `http://127.0.0.1:${port}/${path}`,
      } as const
      const author = { by: commandLine, nowMs: clock.now() }
      const { hook } = await addHook({ control, secrets }, site.id, given, author)
      const about = { siteId: site.id, siteName: path, timezone: 'UTC', atMs: clock.now() }
      const differing = { providers: ['stripe'], days: ['2026-11-20'] }
      const alert = { id: path, kind: 'days-not-reconciled', ...about, ...differing } as const
      const sentence = alertText(alert, 'en')
      const delivery = deliveryOf(alert, { hookId: hook.id, text: sentence, nowMs: clock.now() })
      await insertAlertDelivery(control.db, delivery)
      // The one that has waited longer is sent first.
      clock.pass(1000)
    }
    const sending = sendAlerts({
      ...{ control, secrets, clock, logger: silent },
      config: { publicUrl: 'https://stats.example.com' },
      requestOutside: openRequests({ privateTargets: ['127.0.0.1'] }),
    })
    await expect.poll(() => called).toEqual(['/slow', '/quick'])
    slow.resolve()
    expect(await sending).toBe(2)
    expect(JSON.parse(bodies[1] ?? '')).toMatchObject({
      ...{ kind: 'days-not-reconciled', providers: ['stripe'], days: ['2026-11-20'] },
      text: 'quick: the recorded payments of 20 November 2026 do not match the account at Stripe. Open Payments → Reconciliation to see which ones.',
    })
  })
})
