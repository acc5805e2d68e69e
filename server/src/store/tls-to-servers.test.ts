import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../clock.ts'
import { openSharedRateLimits } from '../http/limits/shared-rate-limit.ts'
import { aCertificate } from '../test/certificate.ts'
import { silent, startTestEngine, type TestEngine } from '../test/engine.ts'
import { hasRedis, startRedis, type TestRedis } from '../test/processes/redis.ts'
import { openTlsProxy } from '../test/processes/tls-proxy.ts'
import { deriveSecrets } from './control/secrets.ts'
import { connectEngine } from './events/engine.ts'

const name = '127.0.0.1'
const root = aCertificate({ name: 'Test root', isAuthority: true })
const good = aCertificate({ name, isAuthority: false, issuer: root })
const wrong = [
  ['of an untrusted authority', aCertificate({ name, isAuthority: false })],
  ['of another name', aCertificate({ name: 'db.example', isAuthority: false, issuer: root })],
] as const
const trusted = getCACertificates('default')
// As NODE_EXTRA_CA_CERTS does for a server that starts.
beforeAll(() => setDefaultCACertificates([...trusted, root.pem]))
afterAll(() => setDefaultCACertificates(trusted))

describe('ClickHouse behind https', () => {
  let engine: TestEngine
  beforeAll(async () => {
    engine = await startTestEngine()
  })
  afterAll(() => engine?.remove())

  async function connect(certificate = good) {
    const inside = new URL(engine.url)
    const proxy = await openTlsProxy(certificate, Number(inside.port))
    onTestFinished(() => proxy.close())
    const url = new URL(engine.url.replace('http:', 'https:'))
    url.host = `${name}:${proxy.port}`
    const client = connectEngine(url.href)
    onTestFinished(() => client.close())
    return client
  }

  it('queries and inserts work', async () => {
    const client = await connect()
    await client.command('create table counted (n UInt8) engine = Memory')
    expect(await client.query('select count() as n from counted')).toEqual([{ n: '0' }])
  })

  it.each(wrong)('gets no data with a certificate %s', async (_, certificate) => {
    const client = await connect(certificate)
    expect(await client.ping()).toBe(false)
    await expect(client.query('select 1')).rejects.toMatchObject({ name: 'EngineUnavailable' })
  })
})

describe.skipIf(!hasRedis())('Redis behind rediss', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis?.remove())

  async function countOnce(certificate = good) {
    const proxy = await openTlsProxy(certificate, Number(new URL(redis.url).port))
    onTestFinished(() => proxy.close())
    const limits = await openSharedRateLimits({
      redisUrl: `rediss://${name}:${proxy.port}`,
      clock: systemClock,
      secrets: deriveSecrets('a secret of more than thirty-two characters'),
      logger: silent,
    })
    onTestFinished(() => limits.close())
    return limits.limiter('key').take('caller', 10)
  }

  it.each(wrong)('gets no data with a certificate %s', async (_, certificate) => {
    expect(await countOnce(certificate)).toMatchObject({ allowed: true })
    expect(await redis.keys()).toEqual([])
  })

  it('counts', async () => {
    expect(await countOnce()).toMatchObject({ allowed: true, remaining: 9 })
    expect(await redis.keys()).toHaveLength(1)
  })
})
