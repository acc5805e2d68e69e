import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { aCertificate } from '../../test/certificate.ts'
import { hasPostgres, startPostgres, type TestPostgres } from '../../test/processes/postgres.ts'
import { openControlStore } from './control-store.ts'

/** A Postgres that only accepts TLS, with a certificate of an unknown authority. */
describe.skipIf(!hasPostgres())('Postgres over TLS', () => {
  const root = aCertificate({ name: 'Test root', isAuthority: true })
  const stranger = aCertificate({ name: 'Another root', isAuthority: true })
  const tls = aCertificate({ name: '127.0.0.1', isAuthority: false, issuer: root })
  let postgres: TestPostgres
  const folder = mkdtempSync(join(tmpdir(), 'tributary-tls-'))
  let database: string
  beforeAll(async () => {
    for (const { name, pem } of [root, stranger]) writeFileSync(fileOf(name), pem)
    postgres = await startPostgres({ tls })
    database = (await postgres.newDatabase()).split('?')[0] ?? ''
  })
  afterAll(async () => {
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const fileOf = (name: string) => join(folder, `${name.replace(' ', '-')}.pem`)

  async function connect(databaseUrl: string) {
    const store = await openControlStore({ databaseUrl, file: '' })
    onTestFinished(() => store.close())
    const { rows } = await sql<{ ssl: boolean }>`
      select ssl from pg_stat_ssl where pid = pg_backend_pid()
    `.execute(store.db)
    return rows
  }

  const trusting = (name: string, mode: string) =>
    `?sslmode=${mode}&sslrootcert=${encodeURIComponent(fileOf(name))}`

  it.each(['verify-full', 'require'])('is what sslmode=%s gives', async (mode) => {
    expect(await connect(database + trusting('Test root', mode))).toEqual([{ ssl: true }])
  })

  it.each([
    ['a certificate without a trusted authority', '?sslmode=verify-full'],
    ['a certificate of another authority', trusting('Another root', 'verify-full')],
    ['the same with sslmode=require', trusting('Another root', 'require')],
    ['no TLS where the server asks for it', ''],
  ])('refuses %s', async (_, query) => {
    await expect(connect(database + query)).rejects.toMatchObject({
      message: 'The control store cannot be reached',
    })
  })

  it('refuses a certificate of another host', async () => {
    const elsewhere = database.replace('127.0.0.1', 'localhost')
    await expect(connect(elsewhere + trusting('Test root', 'verify-full'))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('altnames') },
    })
  })
})
