import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readWholeHit } from './whole-hit.ts'

const body = '{"siteId":"site_a","title":"Grüße"}'

function request(change: (lines: string[]) => void = () => undefined, sent = body): Buffer {
  const lines = [
    'POST /api/collect HTTP/1.1',
    'Host: stats.example',
    'Connection: keep-alive',
    `Content-Length: ${Buffer.byteLength(sent)}`,
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64)',
    'Empty:',
  ]
  change(lines)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${sent}`)
}

it('reads a whole hit: its headers by their names in lower case, and its body', () => {
  const hit = readWholeHit(request())
  expect({ ...hit?.headers }).toEqual({
    host: 'stats.example',
    connection: 'keep-alive',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)',
    empty: '',
  })
  expect(String(hit?.body)).toBe(body)
})

it('takes a header named like a property of objects for a header', () => {
  const hit = readWholeHit(request((lines) => lines.push('__proto__: a', 'constructor: b')))
  expect(hit?.headers.constructor).toBe('b')
})

it('reads header values as Latin-1, like Node', () => {
  const bytes = request((lines) => lines.push('X-Name: \xfc'))
  const at = bytes.indexOf('\xc3\xbc', 0, 'latin1')
  const latin1 = Buffer.concat([bytes.subarray(0, at), Buffer.from([0xfc]), bytes.subarray(at + 2)])
  expect(readWholeHit(latin1)?.headers['x-name']).toBe('\xfc')
})

describe('leaves to Node', () => {
  const at = (lines: string[], name: string) => lines.findIndex((line) => line.startsWith(name))
  const first = (line: string) => (lines: string[]) => void lines.splice(0, 1, line)
  const more = (...added: string[]) => {
    return (lines: string[]) => void lines.push(...added)
  }
  const replaced = (name: string, line: string) => {
    return (lines: string[]) => void lines.splice(at(lines, name), 1, line)
  }
  const without = (name: string) => (lines: string[]) => void lines.splice(at(lines, name), 1)

  it.each<[string, (lines: string[]) => void]>([
    ['another method', first('GET /api/collect HTTP/1.1')],
    ['another path', first('POST /api/collect/x HTTP/1.1')],
    ['a query', first('POST /api/collect?a HTTP/1.1')],
    ['another version', first('POST /api/collect HTTP/1.0')],
    ['an absolute address', first('POST http://x/api/collect HTTP/1.1')],
    ['an empty line in front', first('\r\nPOST /api/collect HTTP/1.1')],
    ['no length', without('Content-Length')],
    ['two lengths', more(`Content-Length: ${Buffer.byteLength(body)}`)],
    ['a length in another writing', replaced('Content-Length', 'Content-Length: +36')],
    ['a list of lengths', replaced('Content-Length', 'Content-Length: 36, 36')],
    ['leading zeros', replaced('Content-Length', 'Content-Length: 036')],
    ['a length with a blank', replaced('Content-Length', 'Content-Length : 36')],
    ['chunks', more('Transfer-Encoding: chunked')],
    ['chunks in another writing', more('transfer-ENCODING: identity')],
    ['chunks instead of a length', replaced('Content-Length', 'Transfer-Encoding: chunked')],
    ['an expectation', more('Expect: 100-continue')],
    ['an upgrade', more('Upgrade: h2c')],
    ['a connection that closes', replaced('Connection', 'Connection: close')],
    ['a connection with more options', replaced('Connection', 'Connection: keep-alive, TE')],
    ['no host', without('Host')],
    ['two hosts', more('Host: other.example')],
    ['any header twice', more('User-Agent: curl/8')],
    ['a folded header', more('X-Long: a', ' b')],
    ['a header without a colon', more('X-Long')],
    ['a blank before the colon', more('X-Long : a')],
    ['a blank in front of a name', more(' X-Long: a')],
    ['a name that is no token', more('X(Long): a')],
    ['a name beyond ASCII', more('Ünicode: a')],
    ['blanks around a value', more('X-Long:  a')],
    ['a blank behind a value', more('X-Long: a ')],
    ['a NUL', more('X-Long: a\0b')],
    ['a bare carriage return', more('X-Long: a\rb')],
    ['a bare line feed', more('X-Long: a\nTransfer-Encoding: chunked')],
    ['headers beyond their limit', more(`X-Long: ${'a'.repeat(16_384)}`)],
  ])('%s', (_, change) => {
    expect(readWholeHit(request(change))).toBeUndefined()
  })

  it('a beginning of any length, and more than one request', () => {
    const whole = request()
    for (let bytes = 0; bytes < whole.length; bytes++) {
      expect(readWholeHit(whole.subarray(0, bytes))).toBeUndefined()
    }
    expect(readWholeHit(Buffer.concat([whole, whole]))).toBeUndefined()
    expect(readWholeHit(Buffer.concat([whole, Buffer.from('\n')]))).toBeUndefined()
  })

  it('a body that is too large', () => {
    const sent = 'x'.repeat(64 * 1024 + 1)
    expect(readWholeHit(request(undefined, sent))).toBeUndefined()
    expect(readWholeHit(request(undefined, sent.slice(1)))).toBeDefined()
  })
})

/** Changes that a client or a proxy might make to a request, each of a few bytes at one position. */
const changes = fc.array(
  fc.record({
    at: fc.nat(),
    removed: fc.nat(2),
    added: fc.oneof(
      fc.constantFrom(
        '\r\n',
        '\r',
        '\n',
        ' ',
        '\t',
        ':',
        ',',
        '0',
        '+',
        '\0',
        '\x7f',
        '\x80',
        'X-A: b\r\n',
      ),
      fc.constantFrom('Transfer-Encoding: chunked\r\n', 'Content-Length: 5\r\n', 'Expect: x\r\n'),
      fc.string({ maxLength: 2 }),
    ),
  }),
  { maxLength: 3 },
)

it('reads a request as Node does, to the last byte, or not at all', {
  timeout: 60_000,
}, async () => {
  const seen: { headers: object; body: string }[] = []
  const server = createServer(async (incoming, response) => {
    let sent = ''
    incoming.setEncoding('latin1')
    for await (const chunk of incoming) sent += chunk
    seen.push({ headers: incoming.headers, body: sent })
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(changes, async (list) => {
      let bytes = request()
      for (const { at, removed, added } of list) {
        const from = at % bytes.length
        const change = Buffer.from(added, 'latin1')
        bytes = Buffer.concat([bytes.subarray(0, from), change, bytes.subarray(from + removed)])
      }
      const hit = readWholeHit(bytes)
      if (hit === undefined) return
      accepted++
      seen.length = 0
      const socket = connect(port, '127.0.0.1')
      socket.end(bytes)
      socket.resume()
      await once(socket, 'close')
      expect(seen).toEqual([{ headers: { ...hit.headers }, body: hit.body.toString('latin1') }])
    }),
    { numRuns: 3_000 },
  )
  expect(accepted).toBeGreaterThan(300)
})
