import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, deflateRawSync } from 'node:zlib'

/** The response for a file of the source: its content, or only a status and headers. */
export type RatesAnswer = string | Buffer | { status: number; headers?: Record<string, string> }

/** Serves the European Central Bank's files in tests. */
export interface RatesServer {
  /** Ends with `/`. */
  readonly url: string
  /** By file name; other files are answered 404. */
  readonly files: Map<string, RatesAnswer>
  /** The names of the requested files, in order. */
  readonly asked: string[]
  close(): Promise<void>
}

export async function startRatesServer(): Promise<RatesServer> {
  const files = new Map<string, RatesAnswer>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const name = request.url?.slice('/rates/'.length) ?? ''
    asked.push(name)
    const answer = files.get(name) ?? { status: 404 }
    if (typeof answer === 'string' || Buffer.isBuffer(answer)) response.end(answer)
    else response.writeHead(answer.status, answer.headers).end('<html>no rates</html>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates/`,
    files,
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Rates by day and currency, as the ECB's XML. */
export function ratesXml(days: Record<string, Record<string, string>>): string {
  const cubes = Object.entries(days).map(([day, rates]) => {
    const inner = Object.entries(rates).map(
      ([currency, rate]) => `<Cube currency='${currency}' rate="${rate}"/>`,
    )
    return `<Cube time='${day}'>${inner.join('\n')}</Cube>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
	<Cube>${cubes.join('\n')}</Cube>
</gesmes:Envelope>
`
}

/** Text as the only file of a zip archive. */
export function zipOf(text: string, name = 'eurofxref-hist.csv'): Buffer {
  const bytes = Buffer.from(text)
  const packed = deflateRawSync(bytes)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(8, 4)
  common.writeUInt32LE(crc32(bytes), 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(bytes.length, 18)
  common.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
  const entry = Buffer.concat([
    ...[Buffer.from('PK\x01\x02\x14\x00'), common, Buffer.alloc(14), Buffer.from(name)],
  ])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, entry, end])
}
