import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildParts, buildTracker } from '../build.ts'

/** The goals that the owner of `site_with_goals` defined. */
const ownGoals = [
  ['Newsletter', 'form[id="form"]'],
  ['A selector of the future', 'button:future()'],
  ['Buy', '#buy'],
  ['Buy', 'button'],
]

/** One received hit, and how it was sent. */
interface SentHit {
  contentType: string | undefined
  method: string
  body: Record<string, unknown>
}

/** A website of test pages with the tracker, which records every hit that its pages send. */
export interface TestSite {
  port: number
  hits: SentHit[]
  /** Waits until `count` hits of the type have arrived, or fails after two seconds with those that did. */
  waitFor(type: string, count?: number): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

export async function openTestSite(): Promise<TestSite> {
  const scripts = await buildTracker()
  const { 'goals.js': goals = '' } = await buildParts()
  scripts['/js/goals.js'] = `const goalRules=${JSON.stringify(ownGoals)};${goals}`
  const hits: SentHit[] = []
  const server: Server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    if (pathname === '/api/collect') {
      let text = ''
      for await (const chunk of request) text += chunk
      const body = text === '' ? {} : JSON.parse(text)
      hits.push({
        contentType: request.headers['content-type'],
        method: request.method ?? '',
        body,
      })
      const hasOwnGoals = body.siteId === 'site_with_goals' && body.type === 'pageview'
      const part = hasOwnGoals ? `http://${request.headers.host}/js/goals.js?1` : ''
      response.writeHead(202, { 'access-control-allow-origin': '*' }).end(part)
    } else if (pathname in scripts) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(scripts[pathname])
    } else if (/\.(pdf|ico)$/.test(pathname)) {
      response.writeHead(204).end()
    } else {
      const page = new URL(`./pages/${pathname.split('/')[1] || 'plain'}.html`, import.meta.url)
      response.writeHead(200, { 'content-type': 'text/html' }).end(readFileSync(page))
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    hits,
    async waitFor(type, count = 1) {
      const deadline = Date.now() + 2000
      for (;;) {
        const found = hits.map((hit) => hit.body).filter((body) => body.type === type)
        if (found.length >= count) return found
        if (Date.now() > deadline) {
          throw new Error(
            `${count} ${type} expected, sent: ${JSON.stringify(hits.map((h) => h.body))}`,
          )
        }
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
}
