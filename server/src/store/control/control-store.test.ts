import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnControlStores } from '../../test/control-stores.ts'
import { openControlStore } from './control-store.ts'
import type { Database } from './tables.ts'

async function addSetupLink(db: Kysely<Database>, tokenHash: string, expiresMs = 0): Promise<void> {
  await db
    .insertInto('setup_links')
    .values({ token_hash: tokenHash, created_ms: 1, expires_ms: expiresMs })
    .execute()
}

async function counterOf(db: Kysely<Database>): Promise<number> {
  const { expires_ms } = await db
    .selectFrom('setup_links')
    .select('expires_ms')
    .where('token_hash', '=', 'counter')
    .executeTakeFirstOrThrow()
  return expires_ms
}

/** Reads, then writes the value plus one: loses counts unless transactions are isolated. */
async function countUp(db: Kysely<Database>): Promise<void> {
  const value = await counterOf(db)
  await db
    .updateTable('setup_links')
    .set({ expires_ms: value + 1 })
    .where('token_hash', '=', 'counter')
    .execute()
}

const worker = fileURLToPath(
  new URL('../../test/processes/control-store-child.ts', import.meta.url),
)

/** Runs another process on the same store and resolves with its exit code and output. */
async function inAnotherProcess(place: object, work: string): Promise<[number | null, string]> {
  const child = spawn(process.execPath, [worker, JSON.stringify(place), work], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return [code, errors]
}

describeOnControlStores('the control store', (stores) => {
  it('stores texts that are no proper Unicode, and finds them again', async () => {
    const { db } = await stores.open()
    const text = 'a\u0000b\ud800'
    await addSetupLink(db, text)
    const found = db.selectFrom('setup_links').select('expires_ms').where('token_hash', '=', text)
    expect(await found.execute()).toEqual([{ expires_ms: 0 }])
  })

  it('reads and writes 64-bit integers, null and text as they are', async () => {
    const { db } = await stores.open()
    const text = `ünï 🙂 שלום '"\\ \u0001`
    await addSetupLink(db, text, Number.MAX_SAFE_INTEGER)
    expect(await db.selectFrom('setup_links').selectAll().execute()).toEqual([
      { token_hash: text, created_ms: 1, expires_ms: Number.MAX_SAFE_INTEGER },
    ])
    const total = sql<number>`sum(created_ms)`
    const sums = await db.selectFrom('setup_links').select(total.as('total')).execute()
    expect(sums).toEqual([{ total: 1 }])
  })

  it('refuses an integer that JavaScript cannot represent exactly, and stays usable', async () => {
    const store = await stores.open()
    const all = (db: Kysely<Database>) => db.selectFrom('setup_links').selectAll().execute()
    await sql`insert into setup_links values ('big', 1, 9007199254740993)`.execute(store.db)
    await expect(all(store.db)).rejects.toThrow(RangeError)
    await expect(store.transaction(all)).rejects.toThrow(RangeError)
    await store.db.deleteFrom('setup_links').execute()
    const tokens = (db: Kysely<Database>) => db.selectFrom('setup_links').select('token_hash')
    expect(await tokens(store.db).execute()).toEqual([])
    expect(await store.transaction((db) => tokens(db).execute())).toEqual([])
  })

  it('keeps nothing of a transaction that throws', async () => {
    const store = await stores.open()
    const work = store.transaction(async (db) => {
      await addSetupLink(db, 'gone')
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await store.db.selectFrom('setup_links').selectAll().execute()).toEqual([])
    await store.transaction((db) => addSetupLink(db, 'stored'))
    expect(await store.db.selectFrom('setup_links').select('token_hash').execute()).toHaveLength(1)
  })

  it('refuses a query outside the transaction instead of waiting for ever', async () => {
    const store = await stores.open()
    const outside = store.transaction(() => store.db.selectFrom('sites').selectAll().execute())
    await expect(outside).rejects.toThrow('must use the handle')
    const nested = store.transaction(() => store.transaction(async () => 1))
    await expect(nested).rejects.toThrow('must use the handle')
    const one = { name: 'one', run: async () => 1 }
    const caught = store.transaction(() => store.run(one, {}).catch(({ message }) => message))
    expect(await caught).toContain('must use the handle')
    expect(await store.transaction(async () => 'fine afterwards')).toBe('fine afterwards')
  })

  it('finds no place for a row of a site that was deleted just now', async () => {
    const store = await stores.open()
    const row = { account_id: 'missing', site_id: 'nowhere', role: 'viewer' }
    const add = (db: Kysely<Database>) => db.insertInto('memberships').values(row).execute()
    const refusal = {
      ...{ kind: 'not-found', message: 'It was deleted just now' },
      cause: { message: expect.stringMatching(/foreign key/i) },
    }
    await expect(add(store.db)).rejects.toMatchObject(refusal)
    await expect(store.transaction(add)).rejects.toMatchObject(refusal)
  })

  it('finds nothing in an empty list, and everything outside it', async () => {
    const { db } = await stores.open()
    await addSetupLink(db, 'counter')
    const links = db.selectFrom('setup_links').select('token_hash')
    expect(await links.where('token_hash', 'in', []).execute()).toEqual([])
    const others = await links.where('token_hash', 'not in', []).execute()
    expect(others).toEqual([{ token_hash: 'counter' }])
  })

  it('counts 200 read-then-write transactions of two connections exactly', async () => {
    const place = await stores.newPlace()
    const [one, other] = [await stores.open(place), await stores.open(place)]
    await addSetupLink(one.db, 'counter')
    const work = Array.from({ length: 200 }, (_, n) => (n % 2 ? one : other).transaction(countUp))
    await Promise.all(work)
    expect(await counterOf(one.db)).toBe(200)
  })

  it('counts exactly while another process does the same, plain writes in between', async () => {
    const place = await stores.newPlace()
    const store = await stores.open(place)
    await addSetupLink(store.db, 'counter')
    const other = inAnotherProcess(place, 'count')
    await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        n % 2 ? store.transaction(countUp) : addSetupLink(store.db, `link ${n}`),
      ),
    )
    expect(await other).toEqual([0, ''])
    expect(await counterOf(store.db)).toBe(200)
    const links = await store.db.selectFrom('setup_links').select('token_hash').execute()
    expect(links).toHaveLength(1 + 100 + 100)
  })

  it('keeps what was committed by a process that is killed', async () => {
    const place = await stores.newPlace()
    const store = await stores.open(place)
    const [code] = await inAnotherProcess(place, 'commit-and-die')
    expect(code).toBeNull()
    const links = await store.db.selectFrom('setup_links').select('token_hash').execute()
    expect(links).toEqual([{ token_hash: 'committed' }])
    await store.transaction((db) => addSetupLink(db, 'and continues'))
  })

  it('is made once by processes that start at once', async () => {
    const place = await stores.newPlace()
    const opened = await Promise.all(
      Array.from({ length: 3 }, () => inAnotherProcess(place, 'open')).concat(
        Array.from({ length: 3 }, async () => {
          await stores.open(place)
          return [0, ''] as [number, string]
        }),
      ),
    )
    expect(opened).toEqual(Array.from({ length: 6 }, () => [0, '']))
  })

  it('keeps its contents when it is opened again', async () => {
    const place = await stores.newPlace()
    const first = await openControlStore(place)
    await addSetupLink(first.db, 'stored')
    await first.close()
    const again = await stores.open(place)
    expect(await again.db.selectFrom('setup_links').select('token_hash').execute()).toHaveLength(1)
  })

  it('refuses a store that a newer version has changed', async () => {
    const place = await stores.newPlace()
    const { db } = await stores.open(place)
    await sql`insert into schema_migrations values ('2999-01-01-1-flying-cars', 1)`.execute(db)
    await expect(openControlStore(place)).rejects.toThrow(
      /newer version of Tributary \(it has 2999-01-01-1-flying-cars\)/,
    )
  })

  it.runIf(stores.dialect === 'postgres')(
    'outlives a connection that is lost in the middle of a transaction',
    async () => {
      const place = await stores.newPlace()
      const [control, other] = [await stores.open(place), await stores.open(place)]
      const work = control.transaction(async (db) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
        await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other.db)
        // No query is running while the loss is noticed.
        await sleep(100)
        await sql`select 1`.execute(db)
      })
      await expect(work).rejects.toMatchObject({ kind: 'unavailable' })
      await expect(sql`select 1`.execute(control.db)).resolves.toBeDefined()
    },
  )

  it.runIf(stores.dialect === 'postgres')(
    'gives one process after the other exclusive access, also when a connection is lost',
    async () => {
      const place = await stores.newPlace()
      const name = sql.id(new URL(place.databaseUrl ?? '').pathname.slice(1))
      const { db } = await stores.open(place)
      // A server with very short timeouts.
      await sql`alter database ${name} set idle_in_transaction_session_timeout = 100`.execute(db)
      await sql`alter database ${name} set statement_timeout = 400`.execute(db)
      const [one, other] = [await stores.open(place), await stores.open(place)]
      let working = 0
      const work = async () => {
        expect(++working).toBe(1)
        await sql`select pg_sleep(0.2)`.execute(one.db)
        working -= 1
      }
      await Promise.all([one, other, one, other].map((store) => store.alone(work)))
      const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const lost = one.alone(() => {
        begun.resolve()
        return end.promise
      })
      await begun.promise
      const next = other.alone(async () => 'worked')
      await sql`
        select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and granted
          and database = (select oid from pg_database where datname = current_database())
      `.execute(other.db)
      expect(await next).toBe('worked')
      end.resolve()
      await expect(lost).rejects.toMatchObject({ kind: 'unavailable' })
    },
  )
})
