import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { type IdSource, type Ids, idsAsMetadata, readIds } from '../src/sdk.ts'

const cookie = 'theme=dark; tributary_visitor_id=v_1; a=b=c; tributary_session_id=s-2'
const both: Ids = { visitorId: 'v_1', sessionId: 's-2' }

describe('readIds', () => {
  it.each<[string, IdSource]>([
    ['a Request', new Request('https://shop.example/', { headers: { cookie } })],
    ['Headers', new Headers({ cookie })],
    ['the c.req of Hono', { raw: new Request('https://shop.example/', { headers: { cookie } }) }],
    [
      'a request of Express, whose get() is for headers',
      { headers: { cookie }, get: (name: string) => ({ cookie })[name] },
    ],
    ['the text of a header', cookie],
    ['headers of a serverless event', { headers: { Cookie: cookie } }],
    ['headers that came in parts', { headers: { cookie: cookie.split('; ') } }],
    [
      'the cookies() of Next.js',
      {
        get: (name: string) =>
          ({
            tributary_visitor_id: { name, value: 'v_1' },
            tributary_session_id: { name, value: 's-2' },
          })[name],
      },
    ],
  ])('reads %s', (_case, source) => {
    expect(readIds(source)).toEqual(both)
  })

  it('reads a request of node:http, which Express extends', async () => {
    const ids = await new Promise<Ids>((resolve) => {
      const server = createServer((request, response) => {
        resolve(readIds(request))
        response.end()
        server.close()
      }).listen(0, () => {
        const { port } = server.address() as AddressInfo
        get({ port, headers: { cookie } }, (response) => response.resume())
      })
    })
    expect(ids).toEqual(both)
  })

  it('reads a request of Fastify', async () => {
    const app = fastify()
    app.get('/', async (request) => readIds(request))
    expect((await app.inject({ url: '/', headers: { cookie } })).json()).toEqual(both)
    await app.close()
  })

  it.each<[string, IdSource, Ids]>([
    ['no cookie', new Request('https://shop.example/'), {}],
    ['an empty store', { get: () => undefined }, {}],
    ['no headers worth the name', { headers: {} }, {}],
    ['only a visitor', 'tributary_visitor_id=v_1', { visitorId: 'v_1' }],
    ['other names that end alike', 'xtributary_visitor_id=v_1', {}],
    ['values in quotes', 'tributary_visitor_id="v_1"', { visitorId: 'v_1' }],
    [
      'the first of two',
      'tributary_visitor_id=v_1; tributary_visitor_id=v_2',
      { visitorId: 'v_1' },
    ],
    ['what is no id', 'tributary_visitor_id=<script>; tributary_session_id=', {}],
    ['what is too long', `tributary_visitor_id=${'v'.repeat(256)}`, {}],
  ])('gives what there is of %s', (_case, source, ids) => {
    expect(readIds(source)).toEqual(ids)
  })
})

it('idsAsMetadata names them as webhooks are read', () => {
  expect(idsAsMetadata(both)).toEqual({ tributary_visitor_id: 'v_1', tributary_session_id: 's-2' })
  expect(idsAsMetadata({})).toEqual({})
})
