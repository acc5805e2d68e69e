import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test/server.ts'

let server: TestServer
let siteId: string
beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true, config: { trustedProxies: ['127.0.0.1'] } })
  siteId = (await server.aSite({ domains: ['shop.example'] })).site.id
})
afterAll(() => server.close())

async function collect(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${server.url}/api/collect`, {
    method: 'POST',
    body,
    headers: {
      'user-agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      ...headers,
    },
  })
  return { status: response.status, text: await response.text() }
}

const countEvents = async () => {
  await server.services.events.flush()
  const [row] = await server.services.engine.query<{ n: string }>('select count() as n from events')
  return Number(row?.n)
}

const fine = () => ({
  siteId,
  type: 'pageview',
  visitorId: 'ana',
  sessionId: 's1',
  url: 'https://shop.example/',
})
/** A valid hit with one change. */
const but = (change: Record<string, unknown>) => () => JSON.stringify({ ...fine(), ...change })
const deep = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

const refusals: [
  name: string,
  body: () => string | Uint8Array<ArrayBuffer>,
  status: number,
  message: RegExp,
][] = [
  ['nothing', () => '', 400, /^Invalid JSON body$/],
  ['half a body', () => '{"siteId":', 400, /^Invalid JSON body$/],
  ['invalid UTF-8', () => Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d), 400, /^Invalid JSON/],
  ['a cut character', () => Uint8Array.of(0x22, 0xe2, 0x82, 0x22), 400, /^Invalid JSON body$/],
  ['NaN', () => '{"value":NaN}', 400, /^Invalid JSON body$/],
  ['a bare NUL', () => '\u0000', 400, /^Invalid JSON body$/],
  ['endless nesting', () => '['.repeat(60_000), 400, /^Invalid JSON body$/],
  ['deep arrays', () => '['.repeat(30_000) + ']'.repeat(30_000), 400, /JSON object/],
  ['null', () => 'null', 400, /JSON object/],
  ['a number', () => '7', 400, /JSON object/],
  ['text', () => '"hello"', 400, /JSON object/],
  ['an array', () => '[]', 400, /JSON object/],
  ['an empty object', () => '{}', 400, /^siteId is required$/],
  ['only a prototype', () => '{"__proto__":{"siteId":"x"}}', 400, /^siteId is required$/],
  ['no type', but({ type: undefined }), 400, /^type is required$/],
  ['an unknown type', but({ type: 'payment' }), 400, /^type must be pageview, goal/],
  ['a type that is a method', but({ type: 'constructor' }), 400, /^type must be/],
  ['a site id that is a path', but({ siteId: '../../etc' }), 400, /^siteId must be/],
  ['a site id that is an object', but({ siteId: {} }), 400, /^siteId must be/],
  ['no url', but({ url: undefined }), 400, /^url is required$/],
  ['an empty url', but({ url: '' }), 400, /^url must be/],
  ['a url that is a number', but({ url: 7 }), 400, /^url must be/],
  ['a relative url', but({ url: '/a' }), 400, /^url must be/],
  ['a script', but({ url: 'javascript:alert(1)' }), 400, /^url must be/],
  ['a data url', but({ url: 'data:text/html,x' }), 400, /^url must be/],
  ['a file', but({ url: 'file:///etc/passwd' }), 400, /^url must be/],
  ['a path too long', but({ url: `https://shop.example/${'a'.repeat(2100)}` }), 400, /^url must/],
  ['a url too long', but({ url: `https://shop.example/?${'a'.repeat(9000)}` }), 400, /^url must/],
  ['a visitor id with a blank', but({ visitorId: 'a b' }), 400, /^visitorId must be/],
  ['a visitor id of our own kind', but({ visitorId: 'a~b' }), 400, /^visitorId must be/],
  ['a visitor id with NUL', but({ visitorId: 'a\u0000' }), 400, /^visitorId must be/],
  ['a visitor id with a line end', but({ visitorId: 'ana\n' }), 400, /^visitorId must be/],
  ['a visitor id in full-width', but({ visitorId: '\uff41' }), 400, /^visitorId must be/],
  ['a visitor id with half an emoji', but({ visitorId: '\ud83d' }), 400, /^visitorId must be/],
  ['a visitor id too long', but({ visitorId: 'a'.repeat(256) }), 400, /^visitorId must be/],
  ['an empty visitor id', but({ visitorId: '' }), 400, /^visitorId must be/],
  ['a visitor id that is a number', but({ visitorId: 7 }), 400, /^visitorId must be/],
  ['a visitor id that is a list', but({ visitorId: ['a'] }), 400, /^visitorId must be/],
  ['a session id with quotes', but({ sessionId: "a' or 1=1 --" }), 400, /^sessionId must be/],
  ['a session id that is true', but({ sessionId: true }), 400, /^sessionId must be/],
  ['a title that is an object', but({ title: {} }), 400, /^title must be text/],
  ['a referrer that is a number', but({ referrer: 1 }), 400, /^referrer must be text/],
  ['a referrer too long', but({ referrer: 'a'.repeat(8193) }), 400, /^referrer must be text/],
  ['a screen of text', but({ screenWidth: '1440' }), 400, /^screenWidth must be a whole number/],
  ['half a pixel', but({ screenWidth: 1.5 }), 400, /^screenWidth must be a whole number/],
  ['a negative screen', but({ screenWidth: -1 }), 400, /^screenWidth must be a whole number/],
  ['a huge screen', but({ screenWidth: 2 ** 53 }), 400, /^screenWidth must be a whole number/],
  ['time that runs back', but({ engagedMs: -5 }), 400, /^engagedMs must be a whole number/],
  ['a language too long', but({ language: 'a'.repeat(65) }), 400, /^language must be text/],
  ['a goal without a name', but({ type: 'goal' }), 400, /^name is required for a goal$/],
  ['a goal with a blank name', but({ type: 'goal', name: ' \n' }), 400, /^name is required/],
  ['a goal name too long', but({ type: 'goal', name: 'a'.repeat(256) }), 400, /^name must be text/],
  ['a value of text', but({ type: 'goal', name: 'g', value: '7' }), 400, /^value must be a finite/],
  [
    'an infinite value',
    () => but({ type: 'goal', name: 'g' })().replace('{', '{"value":1e400,'),
    400,
    /^value must be a finite number/,
  ],
  ['properties of text', but({ properties: 'x' }), 400, /^properties must be an object$/],
  ['properties in a list', but({ properties: [1] }), 400, /^properties must be an object$/],
  ['properties too deep', but({ properties: deep(6) }), 400, /nested at most 5 deep$/],
  [
    'too many properties',
    but({ properties: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, n])) }),
    400,
    /at most 50 keys$/,
  ],
  ['a long property name', but({ properties: { ['k'.repeat(65)]: 1 } }), 400, /keys of at most 64/],
  ['large properties', but({ properties: { a: 'x'.repeat(17_000) } }), 400, /at most 16384 bytes/],
  [
    'a prototype in properties',
    () => but({ properties: { a: 1 } })().replace('"a":1', '"__proto__":{"isAdmin":true}'),
    400,
    /must not have a key __proto__$/,
  ],
  [
    'infinity in properties',
    () => but({ properties: { a: 1 } })().replace('"a":1', '"a":1e999'),
    400,
    /finite numbers only$/,
  ],
  ['identify without anybody', but({ type: 'identify' }), 400, /^userId or email is required/],
  ['identify with no address', but({ type: 'identify', email: 'ana' }), 400, /^email must be/],
  ['a user id with NUL', but({ type: 'identify', userId: 'a\u0000' }), 400, /^userId must not/],
  ['half an emoji as user id', but({ type: 'identify', userId: '\ud83d' }), 400, /^userId must be/],
  ['a byte too many', () => 'a'.repeat(65_537), 413, /^The body is too large$/],
  ['a megabyte', () => 'a'.repeat(1_048_576), 413, /^The body is too large$/],
]

describe('hits that are malformed', () => {
  it.each(refusals)(
    '%s: a clear error and nothing stored',
    async (_name, body, status, message) => {
      const before = await countEvents()
      const reply = await collect(body())
      expect(reply.status).toBe(status)
      const { error, ...rest } = JSON.parse(reply.text)
      expect(rest).toEqual({ status: 'error' })
      expect(error).toEqual({ code: status, message: expect.stringMatching(message) })
      expect(await countEvents()).toBe(before)
    },
  )

  it('do not affect the valid ones in the same batch', async () => {
    const before = await countEvents()
    const replies = await Promise.all(
      refusals.flatMap(([, body]) => [collect(body()), collect(JSON.stringify(fine()))]),
    )
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(refusals.length)
    expect(replies.filter(({ status }) => status >= 500)).toEqual([])
    expect(await countEvents()).toBe(before + refusals.length)
  })

  it('are refused when compressed or in another encoding', async () => {
    const body = JSON.stringify(fine())
    expect((await collect(body, { 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await collect(body, { 'content-type': 'text/plain;charset=utf-16' })).status).toBe(415)
  })

  it('may be exactly as large as the limit', async () => {
    const body = JSON.stringify({ ...fine(), filler: '' })
    const filled = body.replace('"filler":""', `"filler":"${'a'.repeat(65_536 - body.length)}"`)
    expect(Buffer.byteLength(filled)).toBe(65_536)
    expect((await collect(filled)).status).toBe(202)
  })
})

describe('the visitor’s address', () => {
  it('is nowhere on disk, in no form', async () => {
    const v4 = '203.0.113.195'
    const v6 = '2001:0db8:1234:5678:9abc:def0:1357:2468'
    await collect(JSON.stringify(fine()), { 'x-forwarded-for': v4 })
    await collect(JSON.stringify({ ...fine(), visitorId: null }), { 'x-forwarded-for': v6 })
    await collect('{', { 'x-forwarded-for': v4 })
    expect(await countEvents()).toBeGreaterThan(1)

    const needles = [v4, v6, '3405803971', 'cb0071c3', 'CB0071C3', '9abcdef013572468']
    // The four bytes of an IPv4 address alone would be found by chance in compressed parts.
    const binary = [Buffer.from(v6.replaceAll(':', '').padStart(32, '0'), 'hex')]
    const found: string[] = []
    for (const entry of await readdir(server.dataDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const bytes = await readFile(path)
      for (const needle of [...needles.map((text) => Buffer.from(text)), ...binary]) {
        if (bytes.includes(needle)) found.push(`${path}: ${needle.toString('latin1')}`)
      }
    }
    expect(found).toEqual([])
  })
})
