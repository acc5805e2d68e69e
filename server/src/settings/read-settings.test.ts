import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { readSettings } from './read-settings.ts'

describe('settings', () => {
  it('have their standard values where nothing is set, or nothing but blanks', () => {
    const { values, problems } = readSettings({ PORT: ' ', COLLECTOR_HOSTS: '' })
    expect(problems).toEqual([])
    expect(values).toMatchObject({ PORT: 3000, COLLECTOR_HOSTS: [], REQUIRE_TLS: false })
    expect(values.DATABASE_URL).toBeUndefined()
  })

  it('are read without blanks around them, and lists without those between', () => {
    const { values } = readSettings({ PORT: ' 80 ', TRUSTED_PROXIES: '::1, 10.0.0.0/8,' })
    expect(values).toMatchObject({ PORT: 80, TRUSTED_PROXIES: ['::1', '10.0.0.0/8'] })
  })

  it.each([
    ['PORT', '1.5', 'PORT must be a whole number from 0 to 65535'],
    ['REQUIRE_TLS', 'yes', 'REQUIRE_TLS must be true or false'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error'],
    ['REDIS_URL', 'http://redis', 'REDIS_URL must be a URL that begins with redis:// or rediss://'],
    ['STRIPE_API_URL', 'stripe', 'STRIPE_API_URL must be a URL that begins with http://'],
    ['TRUSTED_PROXIES', '::1, 10.0.0.0/99', 'TRUSTED_PROXIES: 10.0.0.0/99 must be an address'],
    ['MAIL_FROM', 'Tributary', 'MAIL_FROM must be an address, or a name and an address'],
    ['OIDC_ISSUER', 'http://id.example', 'OIDC_ISSUER must be a URL that begins with https://'],
    ['MEMORY_LIMIT', '100MB', 'MEMORY_LIMIT must be a size such as 512MB'],
    ['CLICKHOUSE_CLUSTER', 'main', 'CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL'],
    ['OIDC_CLIENT_ID', 'tributary', 'must be set together'],
  ])('are refused, with what they must be: %s=%s', (name, value, problem) => {
    expect(() => readConfig({ [name]: value })).toThrow(problem)
  })
})
