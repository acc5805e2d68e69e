import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staticFiles } from './static-files.ts'
import { replyToUnrouted, trackRoutes } from './unrouted.ts'

const page = '<!doctype html><title>Tributary</title>'
const script = `/* ${'tracker '.repeat(50)} */`

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-static-'))
  const dashboard = join(folder, 'web')
  const tracker = join(folder, 'tracker')
  const help = join(folder, 'help')
  await mkdir(join(dashboard, 'assets'), { recursive: true })
  await mkdir(tracker)
  await mkdir(join(help, 'guide'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(dashboard, 'index.html'), page)
  await writeFile(join(dashboard, 'assets/main-abc123.js'), script)
  await writeFile(join(dashboard, 'assets/main-abc123.js.map'), '{}')
  await writeFile(join(tracker, 'script.js'), script)
  for (const name of ['index', '404', 'guide/start']) {
    await writeFile(join(help, `${name}.html`), `help: ${name}`)
  }
  await writeFile(join(tracker, 'script.js.br'), brotliCompressSync(script))
  app = Fastify()
  const routes = trackRoutes(app)
  const pages = staticFiles(app, { dashboard, help, tracker })
  replyToUnrouted(app, { countUnrouted: async () => {} }, routes, { file: pages.file })
  app.get('/any-page', async (_request, reply) => pages.dashboard?.(reply))
  app.get('/missing-help', async (_request, reply) => pages.missingHelp?.(reply))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('the tracker', () => {
  it('is for every origin, cached for an hour, and revalidated by its ETag', async () => {
    const reply = await get('/js/script.js', { origin: 'https://shop.example' })
    expect([reply.statusCode, reply.body]).toEqual([200, script])
    expect(reply.headers).toMatchObject({
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      etag: expect.any(String),
    })
    const again = await get('/js/script.js', { 'if-none-match': String(reply.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('is sent compressed to clients that accept it', async () => {
    const reply = await get('/js/script.js', { 'accept-encoding': 'gzip, br' })
    expect(reply.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      vary: expect.stringMatching(/accept-encoding/i),
    })
    expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(script)
  })
})

describe('the dashboard', () => {
  it('is never cached, so that a new version is seen at once', async () => {
    for (const path of ['/', '/index.html', '/any-page']) {
      const reply = await get(path)
      expect([path, reply.statusCode, reply.body]).toEqual([path, 200, page])
      expect(reply.headers['cache-control']).toBe('no-store')
      expect(reply.headers['content-type']).toContain('text/html')
    }
  })

  it('has files that never change', async () => {
    const reply = await get('/assets/main-abc123.js')
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  it.each([
    '/assets/main-abc123.js.map',
    '/assets/other.js',
    '/assets/',
    '/assets',
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/js/..%2f..%2fsecret.txt',
    '/js/script.js.br',
    '/js//script.js',
    '/index.html%00.js',
  ])('has nothing at %s', async (path) => {
    expect([404, 400]).toContain((await get(path)).statusCode)
  })
})

it('lets files be read alone', async () => {
  const replies = await Promise.all(
    (['HEAD', 'POST'] as const).map((method) =>
      app.inject({ method, url: '/help/guide/start.html' }),
    ),
  )
  expect(replies.map(({ statusCode, headers }) => [statusCode, headers.allow])).toEqual([
    [200, undefined],
    [405, 'GET, HEAD'],
  ])
})

describe('the help pages', () => {
  it('are below /help/, with a page of their own for what is missing', async () => {
    const answers = await Promise.all(
      ['/help/', '/help/guide/start.html', '/missing-help'].map((path) => get(path)),
    )
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [200, 'help: index'],
      [200, 'help: guide/start'],
      [404, 'help: 404'],
    ])
    expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(
      Array(3).fill('no-store'),
    )
    const { statusCode, headers } = await get('/help')
    expect([statusCode, headers.location]).toEqual([302, '/help/'])
  })
})

it('is absent where nothing was built', async () => {
  const bare = Fastify()
  const nowhere = join(folder, 'nowhere')
  expect(staticFiles(bare, { dashboard: nowhere, help: nowhere, tracker: nowhere })).toEqual({})
  expect((await bare.inject('/')).statusCode).toBe(404)
})
