import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ExportQuery } from '@tributary/contract/data-export.ts'
import { exportOperations } from '@tributary/contract/operations/exports.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordAudit } from '../audit/record-audit.ts'
import { AppError } from '../errors.ts'
import { type Call, type Serving, serveOperations } from '../http/serve-operations.ts'
import type { Payments } from '../payments/payments.ts'
import type { Site } from '../site.ts'
import { actorOf } from '../sites/http/key-or-person.ts'
import type { Secrets } from '../store/control/secrets.ts'
import type { Engine } from '../store/events/engine.ts'
import type { EventStore } from '../store/events/event-store.ts'
import { type ExportPart, exportParts } from './export-format.ts'
import { ExportPlaces } from './export-places.ts'
import { eventRange, exportSite } from './export-site.ts'
import { daysToExport } from './queries/events-to-export.ts'
import { readParquet } from './queries/parquet-tables.ts'

/** What exports read. */
export interface ExportDeps extends Serving {
  engine: Engine
  events: EventStore
  secrets: Secrets
  payments: Pick<Payments, 'flush'>
}

/** An embedded engine makes a Parquet file in memory, some 60 bytes an event. */
const mostParquetEvents = 2_000_000

/** All of a site's data, to move it elsewhere. */
export function exportRoutes(app: FastifyInstance, deps: ExportDeps): void {
  const { clock, control, engine, events, payments, secrets } = deps
  const sources = { control, engine, secrets }
  const places = new ExportPlaces()

  serveOperations(app, deps, exportOperations, {
    'GET /api/v1/export': sendExport,

    'GET /api/v1/export/days': async ({ site, query }) => {
      await events.flush()
      const range = await eventRange(engine, { site, ...query })
      const asked = range && { site: site.id, firstDay: range.from, lastDay: range.to }
      const days = asked === undefined ? [] : await daysToExport(engine, asked)
      return { days, events: days.reduce((sum, day) => sum + day.events, 0) }
    },
  })

  async function sendExport({ request, reply, site, query }: ExportCall): Promise<FastifyReply> {
    const parts = partsOf(query.parts)
    const { from, to, cursor } = query
    if (from !== undefined && to !== undefined && from > to) {
      throw new AppError('invalid', 'from must not be after to')
    }
    // Reserved before anything is awaited, so that simultaneous requests see each other.
    const leave = places.take(site.id)
    reply.raw.once('close', leave)
    try {
      await events.flush()
      await payments.flush()
      reply.header(
        'Content-Disposition',
        `attachment; filename="${fileName(site, query, clock.now())}"`,
      )
      const by = actorOf(request)
      await recordAudit(control.db, clock.now(), { action: 'export.made', by, siteId: site.id })
      if (query.format === 'parquet') return await sendParquet(reply, site, query, parts)
      const order = { site, from, to, parts, cursor, nowMs: clock.now() }
      const lines = exportSite(sources, order)
      // The first portion is requested before anything is sent, so that an error still has its status.
      const first = await lines.next()
      const text = Readable.from(startingWith(first, lines), { objectMode: false })
      return sendText(request, reply, text, query.format)
    } catch (error) {
      leave()
      throw error
    }
  }

  async function sendParquet(
    reply: FastifyReply,
    site: Site,
    query: ExportQuery,
    parts: readonly ExportPart[],
  ) {
    const [part, another] = parts
    if (another !== undefined || (part !== 'events' && part !== 'payments')) {
      throw new AppError('invalid', 'With format=parquet, parts must be events or payments')
    }
    const range = {
      from: query.from ?? '2000-01-01',
      to: query.to ?? new Date(clock.now()).toISOString().slice(0, 10),
    }
    if (part === 'events') {
      const asked = { site: site.id, firstDay: range.from, lastDay: range.to }
      const days = await daysToExport(engine, asked)
      const count = days.reduce((sum, day) => sum + day.events, 0)
      if (count > mostParquetEvents) {
        throw new AppError(
          'too-costly',
          `These days have ${count} events and one Parquet file takes ${mostParquetEvents}. Ask for fewer days at a time; /api/v1/export/days says how many each has.`,
        )
      }
    }
    const file = await readParquet(engine, part, { site: site.id, ...range })
    return reply.header('Content-Type', 'application/vnd.apache.parquet').send(file)
  }
}

type ExportCall = Call<'GET /api/v1/export', (typeof exportOperations)['GET /api/v1/export']>

/** Sends as fast as the client reads, compressed if it asks for that. */
function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: Readable,
  format: ExportQuery['format'],
): FastifyReply {
  const isFile = format === 'ndjson.gz'
  const isAccepted = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  reply.header('Content-Type', isFile ? 'application/gzip' : 'application/x-ndjson; charset=utf-8')
  if (!isFile && !isAccepted) return reply.send(text)
  if (!isFile) reply.header('Content-Encoding', 'gzip').header('Vary', 'Accept-Encoding')
  const gzip = createGzip({ level: 3 })
  pipeline(text, gzip).catch((error: unknown) => {
    // The client has gone away, or the source failed: either way the response is cut off here.
    request.log.info({ err: error }, 'an export ended early')
  })
  return reply.send(gzip)
}

async function* startingWith(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<Buffer> {
  if (!first.done) yield Buffer.from(first.value)
  for await (const text of rest) if (text !== '') yield Buffer.from(text)
}

function partsOf(text: string | undefined): readonly ExportPart[] {
  if (text === undefined) return exportParts
  const words = text.split(',').map((word) => word.trim())
  const unknown = words.find((word) => exportParts.every((part) => part !== word))
  if (unknown !== undefined) {
    throw new AppError('invalid', `parts must be a list of ${exportParts.join(', ')}`)
  }
  return exportParts.filter((part) => words.includes(part))
}

function fileName(site: Site, { format = 'ndjson', from, to }: ExportQuery, nowMs: number): string {
  const domain = (site.domains[0] ?? site.id).replaceAll(/[^a-z0-9.-]/gi, '-')
  const today = new Date(nowMs).toISOString().slice(0, 10)
  const days =
    from !== undefined || to !== undefined ? `${from ?? 'start'}-to-${to ?? today}` : today
  return `tributary-${domain}-${days}.${format}`
}
