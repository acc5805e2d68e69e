import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Front, type FrontName, hasFront, startFront } from './front.ts'

const names: FrontName[] = ['haproxy', 'nginx']

/** Simulates a server at capacity: hits are held until they are released. Everything else is answered. */
class FullServer {
  held: ServerResponse[] = []
  /** What visitors sent. The proxy's own health checks, which come at any time, are left out. */
  seen: IncomingMessage[] = []
  server: Server = createServer((asked, response) => {
    if (asked.url !== '/health/ready') this.seen.push(asked)
    asked.resume()
    if (asked.url === '/api/collect') this.held.push(response)
    else response.end('taken')
  })

  letGo(): void {
    for (const response of this.held.splice(0)) response.writeHead(202).end()
  }
}

describe.each(names)('%s, as deploy/proxy/ has it', (name) => {
  describe.skipIf(!hasFront(name))(`with Debian's ${name}`, () => {
    const full = new FullServer()
    let front: Front
    let url: string

    beforeAll(async () => {
      await new Promise<void>((done) => full.server.listen(0, '127.0.0.1', done))
      front = await startFront(name, (full.server.address() as AddressInfo).port)
      url = `http://127.0.0.1:${front.port}`
      while (!(await fetch(`${url}/health/ready`)).ok);
    })
    afterAll(async () => {
      full.letGo()
      await front.stop()
      full.server.closeAllConnections()
      await new Promise((done) => full.server.close(done))
    })

    const hit = () =>
      fetch(`${url}/api/collect`, {
        method: 'POST',
        headers: { Origin: 'https://shop.example' },
        body: '{}',
      })

    it('answers excess hits with 503 readable by the page, and still accepts a payment', async () => {
      // More requests than are admitted and queued. None is released, so every answer is a refusal.
      const sent = Array.from({ length: 400 }, hit)
      const refused = await Promise.race(sent)
      expect(refused.status).toBe(503)
      expect(Object.fromEntries(refused.headers)).toMatchObject({
        'retry-after': '2',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
      })
      expect(await refused.json()).toEqual({
        status: 'error',
        error: { code: 503, message: 'The server has more to do than it can just now' },
      })
      const payment = await fetch(`${url}/api/v1/payment`, { method: 'POST', body: '{}' })
      expect(await payment.text()).toBe('taken')
      await vi.waitFor(() => expect(full.held.length).toBeGreaterThanOrEqual(64), 60_000)
      const timer = setInterval(() => full.letGo(), 5)
      const answers = await Promise.all(sent)
      clearInterval(timer)
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 503]))
    })

    it('forwards the client address, and serves the script and hits on the site’s own domain', async () => {
      const timer = setInterval(() => full.letGo(), 5)
      full.seen.length = 0
      const first = await askShop(front.port, 'POST', '/st/api/collect')
      clearInterval(timer)
      expect(first).toBe(202)
      expect(full.seen[0]?.url).toBe('/api/collect')
      expect(full.seen[0]?.headers['x-forwarded-for']).toBe('127.0.0.1')
      expect(await askShop(front.port, 'GET', '/st/js/script.js')).toBe(200)
      expect(full.seen.map(({ url: path }) => path)).toContain('/js/script.js')
      expect((await fetch(`${url}/metrics`)).status).toBe(404)
    })
  })
})

/** A request to the site that has script and hits on its own address. Answers the status. */
async function askShop(port: number, method: string, path: string): Promise<number | undefined> {
  const headers = { Host: 'shop.example.com', Origin: 'https://shop.example.com' }
  const asked = request({ port, host: '127.0.0.1', method, path, headers, agent: false })
  asked.end(method === 'POST' ? '{}' : undefined)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}
