import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SubscriptionReport } from '@tributary/contract/subscriptions.ts'
import { compileCacheFolder } from '@tributary/server/process/compile-cache.ts'
import { describeInLongForm } from '@tributary/server/test/long-form.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../scripts/free-port.ts'

/* The demo as `npm run demo` starts it, smaller: what it prints leads to everything else. */

let demo: ChildProcess
let printed = ''
let url: string
let signIn: string
let headers: Record<string, string>
/** On a busy small machine 30 seconds have become 50. */
const loadingMs = 300_000
/** Where the demo makes its folder. */
const folder = mkdtempSync(join(tmpdir(), 'demo-test-'))

beforeAll(async () => {
  const compiled = compileCacheFolder()
  const main = new URL('./main.ts', import.meta.url).pathname
  demo = spawn(process.execPath, [main, '--days', '70', '--events', '9000'], {
    env: {
      ...{ PORT: String(await freePort()), TMPDIR: folder },
      ...(compiled && { NODE_COMPILE_CACHE: compiled }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [demo.stdout, demo.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  while (!printed.includes('Ctrl+C ends the demo')) {
    if (demo.exitCode !== null) throw new Error(`the demo ended: ${printed}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  signIn = /Open (\S+)/.exec(printed)?.[1] ?? ''
  const reply = await fetch(signIn, { redirect: 'manual' })
  const to = new URL(reply.headers.get('location') ?? '')
  url = to.origin
  const [cookie = ''] = (reply.headers.getSetCookie()[0] ?? '').split(';')
  headers = { cookie, origin: url, 'sec-fetch-site': 'same-origin' }
}, loadingMs)

afterAll(() => {
  demo?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function ask<Data>(path: string, body?: object): Promise<Data> {
  const reply = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  expect([path, reply.status, text]).toMatchObject([path, 200, expect.stringContaining('success')])
  return (JSON.parse(text) as { data: Data }).data
}

interface Sites {
  sites: { id: string; name: string }[]
}

describeInLongForm('the demo', () => {
  it('signs in by its link and offers the tour, and by no other path', async () => {
    const reply = await fetch(signIn, { redirect: 'manual' })
    expect(reply.status).toBe(302)
    expect(reply.headers.get('location')).toMatch(/\/sites\/site_\w+#tour$/)
    const wrong = await fetch(new URL('/wrong', signIn), { redirect: 'manual' })
    expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([404, []])
  })

  it('has two sites, each with spend, notes, goals, funnels, views, a share link and three providers', async () => {
    const { sites } = await ask<Sites>('/api/app/sites')
    expect(sites.map(({ name }) => name)).toEqual(['Fernwood', 'Fernwood Europe'])
    for (const { id } of sites) {
      const own = `/api/app/sites/${id}`
      const counts = await Promise.all([
        ask<{ funnels: unknown[] }>(`${own}/funnels`).then(({ funnels }) => funnels.length),
        ask<{ views: unknown[] }>(`${own}/views`).then(({ views }) => views.length),
        ask<{ shares: unknown[] }>(`${own}/shares`).then(({ shares }) => shares.length),
        ask<{ goals: unknown[] }>(`${own}/goals`).then(({ goals }) => goals.length),
      ])
      expect(counts).toEqual([2, 3, 1, 2])
    }
    const [main] = sites
    const { rows } = await ask<{ rows: { provider: string }[] }>(
      `/api/v1/query?siteId=${main?.id}`,
      { metrics: ['payments'], dimensions: ['provider'], dateRange: '90d' },
    )
    expect(rows.map(({ provider }) => provider).sort()).toEqual(['paddle', 'paypal', 'stripe'])
    const { totals, rows: plans } = await ask<SubscriptionReport>(
      `/api/v1/subscriptions/report?siteId=${main?.id}`,
      { dateRange: '90d', dimension: 'plan' },
    )
    expect(totals.mrr).toBeGreaterThan(0)
    // Whether one of a dozen customers has left by today is chance.
    expect(totals.newMrr).toBeGreaterThan(0)
    expect(plans.map(({ key }) => key)).toEqual(['pro-monthly'])
    const notes = await ask<{ annotations: unknown[] }>(`/api/v1/annotations?siteId=${main?.id}`)
    expect(notes.annotations).toHaveLength(4)
    const spend = await ask<{ rows: unknown[] }>(`/api/v1/spend?siteId=${main?.id}`)
    expect(spend.rows.length).toBeGreaterThan(0)
  })

  it('has visitors at once, and more page views while it runs', async () => {
    const { sites } = await ask<Sites>('/api/app/sites')
    const live = () =>
      ask<{ visitors: number; minutes: { pageViews: number }[] }>(
        `/api/v1/realtime?siteId=${sites[0]?.id}`,
        {},
      )
    const { visitors, minutes } = await live()
    const views = (of: typeof minutes) => of.reduce((sum, { pageViews }) => sum + pageViews, 0)
    expect(visitors).toBeGreaterThan(2)
    await expect
      .poll(async () => views((await live()).minutes), { interval: 2_000, timeout: 100_000 })
      .toBeGreaterThan(views(minutes))
  })

  it('ends with its folder removed', async () => {
    expect(readdirSync(folder).filter((name) => name.startsWith('tributary-demo-'))).toHaveLength(1)
    demo.kill('SIGTERM')
    const [code] = await once(demo, 'exit')
    expect(code).toBe(0)
    expect(
      existsSync(folder) &&
        readdirSync(folder).filter((name) => name.startsWith('tributary-demo-')),
    ).toEqual([])
    expect(printed).not.toContain('could not be stored')
  })
})
