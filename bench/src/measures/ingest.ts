import { setTimeout } from 'node:timers/promises'
import type { LoadResult } from '../load/load-process.ts'
import { measureBare } from '../load/measure-bare.ts'
import { runLoad } from '../load/run-load.ts'
import { sampleHeaders, sampleHit, startServerProcess } from './server-process.ts'
import { count, milliseconds, type Row } from './table.ts'

const connections = 64
const seconds = 10
const batchItems = 1000
/** Memory that only a start needs is returned within seconds; then the server is idle. */
const settledMs = 5_000

/** Durable hits and events per second, compared with a bare server in the same run; memory and start time. */
export async function measureIngest(): Promise<Row[]> {
  const bare = await measureBare(connections)
  const server = await startServerProcess()
  try {
    await setTimeout(settledMs)
    const idleBytes = await server.memory()
    const hits = await runLoad({
      port: server.port,
      path: '/api/collect',
      headers: sampleHeaders,
      bodies: [sampleHit(server.siteId)],
      connections,
      seconds,
    })
    mustBeAll(hits, '202')
    const batch = await runLoad({
      port: server.port,
      path: '/api/v1/events',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${server.key}` },
      bodies: [batchBody()],
      connections: 8,
      seconds,
    })
    mustBeAll(batch, '200')
    const loadedBytes = await server.memory()
    const rate = hits.requests / hits.seconds
    return [
      {
        what: 'bare `node:http`, body read, 202',
        measured: `${count(bare.requests / bare.seconds)}/s`,
      },
      {
        what: 'durable hits, one a request',
        measured: `${count(rate)}/s`,
        floor: '15,000/s',
        aim: '30,000/s',
      },
      {
        what: '… of the bare server',
        measured: `${Math.round((100 * rate * bare.seconds) / bare.requests)} %`,
        aim: '45 %',
      },
      { what: '… p99', measured: milliseconds(hits.p99Ms), floor: '50 ms' },
      {
        what: 'durable events, 1,000 a request',
        measured: `${count((batchItems * batch.requests) / batch.seconds)}/s`,
        floor: '25,000/s',
        aim: '60,000/s',
      },
      {
        what: 'memory, both processes, idle',
        measured: megabytes(idleBytes),
        floor: '400 MB',
        aim: '300 MB',
      },
      {
        what: 'memory, both processes, loaded',
        measured: megabytes(loadedBytes),
        floor: '1,500 MB',
        aim: '1,000 MB',
      },
      {
        what: 'start to first hit acknowledged',
        measured: milliseconds(server.startMs),
        floor: '3,000 ms',
        aim: '1,000 ms',
      },
    ]
  } finally {
    await server.stop()
  }
}

function batchBody(): string {
  const items = Array.from({ length: batchItems }, (_, index) => ({
    type: 'pageview',
    visitorId: `batch{n}-${index % 200}`,
    sessionId: `batch{n}-${index % 200}`,
    timestamp: new Date(Date.now() - index * 1000).toISOString(),
    url: `https://shop.example/products/${index % 50}`,
    title: 'A product',
    referrer: 'https://www.google.com/',
    userAgent: sampleHeaders['User-Agent'],
    country: 'DE',
  }))
  return JSON.stringify({ events: items })
}

function mustBeAll({ statuses, requests }: LoadResult, wanted: string): void {
  if (statuses[wanted] !== requests) throw new Error(`answers: ${JSON.stringify(statuses)}`)
}

const megabytes = (bytes: number) => `${count(bytes / 1e6)} MB`
