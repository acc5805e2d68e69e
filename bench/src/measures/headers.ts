import { readWholeHit } from '@tributary/server/collect/http/whole-hit.ts'
import type { Row } from './table.ts'

const lengths = { short: 4_000, long: 16_000 }
const fillers = [' ', '\t', 'a', 'a ', ': ', ':', '\x80']

/**
 * How much longer a header four times as long takes to read, at worst of several that a regular expression might try in
 * many ways. Work that grows with the square of the length would take sixteen times as long.
 */
export function measureHeaders(): Row[] {
  // The first time, V8 compiles the expressions between one length and the next.
  readEach()
  const found = readEach()
  const worst = found.reduce((most, one) => (one.times > most.times ? one : most))
  return [
    {
      what: `a header of 16,000 bytes, ${JSON.stringify(worst.filler)} repeated`,
      measured: `${(worst.ms * 1000).toFixed(0)} µs, ${worst.times.toFixed(1)} times as long as 4,000`,
      floor: '8 times',
    },
  ]
}

function readEach() {
  return fillers.flatMap((filler) =>
    [headerOf(filler, 'a', ''), headerOf(filler, '', '\0')].map((header) => {
      const [short, long] = [lengths.short, lengths.long].map((length) => leastMs(header(length)))
      return { filler, times: (long ?? 0) / (short ?? 1), ms: long ?? 0 }
    }),
  )
}

const headerOf = (filler: string, before: string, after: string) => (length: number) => {
  const header = `X-Long: ${before}${filler.repeat(length).slice(0, length)}${after}`
  const lines = ['POST /api/collect HTTP/1.1', 'Host: stats.example', 'Content-Length: 2', header]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n{}`, 'latin1')
}

/** The minimum of many runs: the time of reading when nothing else on the machine interferes. */
function leastMs(bytes: Buffer): number {
  const times = Array.from({ length: 200 }, () => {
    const startMs = performance.now()
    readWholeHit(bytes)
    return performance.now() - startMs
  })
  return Math.min(...times)
}
