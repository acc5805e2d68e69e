import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'
import { checkEncryption } from './check-encryption.ts'

const settings = { DATA_DIR: '/nowhere', SECRET: 'a secret of at least thirty-two characters' }
const look = (urls: NodeJS.ProcessEnv) => checkEncryption(readConfig({ ...settings, ...urls }))

describe('databases without TLS', () => {
  it.each([
    ['DATABASE_URL', 'postgres://u:p@db.example.com/t', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://u:p@db.example.com/t?sslmode=prefer', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres:///t?host=db.example.com', 'sslmode=verify-full'],
    ['CLICKHOUSE_URL', 'http://u:p@8.8.8.8:8123/t', 'https://'],
    ['REDIS_URL', 'redis://[2606:4700::1111]:6379', 'rediss://'],
  ])('are warned of and refused where TLS is required: %s=%s', async (name, url, remedy) => {
    const found = await look({ [name]: url })
    expect(found).toEqual({
      level: 'warning',
      message: expect.stringContaining(`${remedy} in ${name}`),
    })
    expect(() => readConfig({ ...settings, [name]: url, REQUIRE_TLS: 'true' })).toThrow(
      new ConfigError([`${name} asks for no TLS, and REQUIRE_TLS is set: use ${remedy}`]),
    )
  })

  it.each([
    ['CLICKHOUSE_URL', 'http://clickhouse:8123'],
    ['CLICKHOUSE_URL', 'http://clickhouse.stats.svc.cluster.local:8123'],
    ['REDIS_URL', 'redis://10.0.0.4:6379'],
    ['REDIS_URL', 'redis://[fd00::4]:6379'],
  ])(
    'are named on what looks like a private network, and refused all the same: %s=%s',
    async (name, url) => {
      expect(await look({ [name]: url })).toEqual({
        message: expect.stringContaining('private network'),
      })
      expect(() => readConfig({ ...settings, [name]: url, REQUIRE_TLS: 'true' })).toThrow(
        ConfigError,
      )
    },
  )

  it.each([
    ['DATABASE_URL', 'postgres://u:p@db.example.com/t?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://u:p@localhost/t'],
    ['DATABASE_URL', 'postgres:///t?host=/run/postgresql'],
    ['CLICKHOUSE_URL', 'https://db.example.com'],
    ['REDIS_URL', 'rediss://db.example.com'],
    ['REDIS_URL', 'redis://127.0.0.1:6379'],
  ])('are none: %s=%s', async (name, url) => {
    const required = { [name]: url, REQUIRE_TLS: 'true' }
    expect(await look(required)).toEqual({ message: expect.stringContaining('on this machine') })
  })
})
