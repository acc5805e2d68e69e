import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { reachControl } from './reach-control.ts'
import { reachEngine } from './reach-engine.ts'
import type { Reaching } from './reach-server.ts'
import { connectEngine } from './store/events/engine.ts'
import { appliedMigrations } from './store/events/migrate.ts'
import { startTestEngine, type TestEngine } from './test/engine.ts'
import { newControlDatabase } from './test/processes/postgres.ts'

let engine: TestEngine

beforeAll(async () => {
  engine = await startTestEngine({ withTables: true })
})
afterAll(() => engine.remove())

async function openEngine(url: string, reaching: Reaching = { patienceMs: 0 }) {
  const connected = connectEngine(url)
  try {
    return await reachEngine(url, () => appliedMigrations(connected), reaching)
  } finally {
    await connected.close()
  }
}

async function openDatabase(databaseUrl: string) {
  const control = await reachControl({ databaseUrl, file: '' }, { patienceMs: 0 })
  await control.close()
}

describe('a database that cannot be used', () => {
  it('is named with the setting to correct if ClickHouse is not there, or refuses', async () => {
    const port = await freePort()
    await expect(openEngine(`http://a:secret@127.0.0.1:${port}/x`)).rejects.toThrow(
      new RegExp(
        `^ClickHouse at 127.0.0.1:${port} does not answer \\(ECONNREFUSED\\). Start it, or correct CLICKHOUSE_URL.$`,
      ),
    )
    const { host, username, password } = new URL(engine.url)
    await expect(openEngine(`http://${username}:wrong@${host}`)).rejects.toThrow(
      `ClickHouse at ${host} refuses the name or the password in CLICKHOUSE_URL (code 516). Correct them.`,
    )
    await expect(openEngine(`http://${username}:${password}@${host}/nope`)).rejects.toThrow(
      `ClickHouse at ${host} has no database "nope", which CLICKHOUSE_URL names.`,
    )
  })

  it('is named with the setting to correct if Postgres is not there, or refuses', async () => {
    const port = await freePort()
    await expect(openDatabase(`postgres://a:secret@127.0.0.1:${port}/x`)).rejects.toThrow(
      `Postgres at 127.0.0.1:${port} does not answer (ECONNREFUSED). Start it, or correct DATABASE_URL.`,
    )
    const there = await newControlDatabase()
    await expect(openDatabase(there.replace('tributary@', 'stranger@'))).rejects.toThrow(
      'refuses the name or the password in DATABASE_URL (28000). Correct them.',
    )
    const elsewhere = new URL(there)
    elsewhere.pathname = '/nope'
    await expect(openDatabase(elsewhere.href)).rejects.toThrow(
      'has no database "nope", which DATABASE_URL names.',
    )
    await openDatabase(there)
  })
})

describe('a database that does not answer', () => {
  it('is waited for, with one message, and the start continues when it does', async () => {
    const reasons: string[] = []
    const onWait = (sentence: string) => void reasons.push(sentence)
    const { username, password, port } = new URL(engine.url)
    process.kill(engine.pid as number, 'SIGKILL')
    const url = `http://${username}:${password}@127.0.0.1:${port}`
    const applied = await openEngine(url, { onWait, patienceMs: 60_000 })
    expect(applied.length).toBeGreaterThan(0)
    expect(reasons).toEqual([expect.stringContaining('does not answer')])
  })

  it('is no longer waited for when the server stops', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const closing = new AbortController()
    const opening = openEngine(url, {
      patienceMs: Number.POSITIVE_INFINITY,
      signal: closing.signal,
    })
    setTimeout(() => closing.abort(), 50)
    await expect(opening).rejects.toThrow('does not answer')
  })
})
