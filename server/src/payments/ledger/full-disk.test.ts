import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ own: true, config: { databaseUrl: undefined } })
})

afterAll(() => server.close())

it('a payment is refused while the disk is full, and accepted when there is space again', async () => {
  const { key } = await server.aSite()
  const { db } = server.services.control
  const pay = (providerPaymentId: string) =>
    server.request('POST', '/api/v1/payment', {
      key,
      body: {
        provider: 'custom',
        providerPaymentId,
        amount: 5,
        metadata: { note: 'x'.repeat(9000) },
      },
    })
  // SQLite's code for a full disk, without filling one.
  await sql`pragma max_page_count = 1`.execute(db)
  const attempts = []
  for (let n = 0; n < 20; n++) attempts.push(await pay(`full-${n}`))
  const refused = attempts.findIndex(({ status }) => status !== 200)
  expect(attempts[refused]).toMatchObject({
    status: 503,
    body: { status: 'error', error: { code: 503, message: 'The disk is full' } },
  })
  expect(attempts[refused]?.headers.get('retry-after')).toBe('10')

  await sql`pragma max_page_count = 4294967294`.execute(db)
  expect(await pay(`full-${refused}`)).toMatchObject({ status: 200 })
})
