import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { controlFile } from '@tributary/server/store/control/control-store.ts'
import { startEmbeddedEngine } from '@tributary/server/store/events/embedded/embedded-engine.ts'
import { eventLine } from '@tributary/server/store/events/event-line.ts'
import { migrateEvents } from '@tributary/server/store/events/migrate.ts'
import { anEvent } from '@tributary/server/test/an-event.ts'
import { fillOldControl, released } from '@tributary/server/test/old-folder.ts'
import { pino } from 'pino'

const schema = fileURLToPath(
  new URL(
    '.',
    import.meta.resolve('@tributary/server/store/events/schema/2026-11-20-1-events.sql'),
  ),
)
const linesAtOnce = 50_000
const hitsOfVisit = 4
const betweenVisitsMs = 30_000

/**
 * A data folder as the oldest release left it, with that many page views; deleted afterwards unless `keepIn` is set.
 */
export async function withOldFolder<Answer>(
  events: number,
  keepIn: string | undefined,
  use: (folder: { dir: string }) => Promise<Answer>,
): Promise<Answer> {
  const dir = keepIn ?? (await mkdtemp(join(tmpdir(), 'tributary-bench-')))
  const done = join(dir, 'made')
  try {
    if (!existsSync(done)) {
      await mkdir(dir, { recursive: true })
      await make(dir, events)
      await writeFile(done, '')
    }
    return await use({ dir })
  } finally {
    if (keepIn === undefined) await rm(dir, { recursive: true, force: true })
  }
}

async function make(dataDir: string, events: number): Promise<void> {
  const [oldest] = released
  if (oldest === undefined) throw new Error('no version was released')
  await fillOldControl({ file: controlFile(dataDir) }, oldest.control)
  const oldSchema = join(dataDir, 'old-schema')
  for (const name of oldest.events) {
    await cp(join(schema, `${name}.sql`), join(oldSchema, `${name}.sql`))
  }
  const { engine, stop } = await startEmbeddedEngine({
    dataDir,
    logger: pino({ level: 'error' }),
  }).then((one) => ({ engine: one.engine, stop: () => one.stop() }))
  await migrateEvents(engine, oldSchema)
  const endMs = Date.now()
  for (let from = 0; from < events; from += linesAtOnce) {
    const lines = Array.from({ length: Math.min(linesAtOnce, events - from) }, (_, index) =>
      lineOf(from + index, endMs),
    )
    const deduplicationToken = `old-${from}`
    await engine.insertLines('events', Buffer.from(lines.join('')), { deduplicationToken })
  }
  await stop()
  await rm(oldSchema, { recursive: true })
}

function lineOf(number: number, endMs: number): string {
  const visit = Math.floor(number / hitsOfVisit)
  const atMs = endMs - visit * betweenVisitsMs + (number % hitsOfVisit) * 1000
  const visitorId = `visitor-${visit % 50_000}`
  const own = { visitorId, sessionId: `session-${visit}`, path: `/page/${number % 500}` }
  return eventLine(anEvent({ ...own, timestampMs: atMs, receivedMs: atMs }))
}
