// A second process on a control store, like a command next to a running server.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { type ControlStoreOptions, openControlStore } from '../../store/control/control-store.ts'
import type { Database } from '../../store/control/tables.ts'

const [place = '{}', work = ''] = process.argv.slice(2)
const store = await openControlStore(JSON.parse(place) as ControlStoreOptions)

async function add(db: Kysely<Database>, tokenHash: string): Promise<void> {
  const row = { token_hash: tokenHash, created_ms: 1, expires_ms: 0 }
  await db.insertInto('setup_links').values(row).execute()
}

async function countUp(db: Kysely<Database>): Promise<void> {
  const counter = db.selectFrom('setup_links').select('expires_ms')
  const { expires_ms } = await counter.where('token_hash', '=', 'counter').executeTakeFirstOrThrow()
  await db
    .updateTable('setup_links')
    .set({ expires_ms: expires_ms + 1 })
    .where('token_hash', '=', 'counter')
    .execute()
}

if (work === 'count') {
  await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      n % 2 ? store.transaction(countUp) : add(store.db, `child ${n}`),
    ),
  )
}
if (work === 'commit-and-die') {
  await store.transaction((db) => add(db, 'committed'))
  await store.transaction(async (db) => {
    await add(db, 'never committed')
    process.kill(process.pid, 'SIGKILL')
  })
}
if (work === 'commit-slowly') {
  const startMs = performance.now()
  let done = false
  const commit = store
    .transaction((db) => add(db, 'slowly'))
    .finally(() => {
      done = true
    })
  const counts = { turns: 0, reads: 0 }
  while (!done) {
    await nextTurn()
    counts.turns++
    await store.db.selectFrom('setup_links').select('token_hash').execute()
    counts.reads++
  }
  await commit
  const commitMs = performance.now() - startMs
  process.stdout.write(JSON.stringify({ commitMs, ...counts }))
}
if (work !== 'leave-open') await store.close()
