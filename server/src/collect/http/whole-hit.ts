import { httpOptions } from '../../http/connections/http-options.ts'
import { bodyLimitBytes } from '../../http/json-body.ts'
import { hitPath } from './hit-intake.ts'

/** A hit request, read from the bytes of one packet. */
export interface WholeHit {
  /** By lower-case name. */
  headers: Record<string, string>
  body: Buffer
}

const requestLine = `POST ${hitPath} HTTP/1.1\r\n`
/**
 * One header: a token, a colon, and visible text without blanks around it but one in front. Takes linear time, which
 * `npm run bench -- ingest` measures.
 */
const headerLine =
  /([!#$%&'*+.^_`|~\w-]+): ?((?:[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?)?)\r\n/y

/** Headers that change where a request ends, or what its connection is for. */
const changesConnection = new Set([
  'transfer-encoding',
  'trailer',
  'te',
  'expect',
  'upgrade',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
])

/**
 * Reads bytes that are exactly one complete hit. Undefined for everything that it does not understand to the last
 * byte, which Node's parser then reads from the beginning: incomplete and further requests, other methods, paths and
 * versions, bodies without a plain length, repeated or unusually formatted headers. So no two parsers can disagree
 * about where a request ends.
 */
export function readWholeHit(bytes: Buffer): WholeHit | undefined {
  const text = bytes.toString('latin1', 0, Math.min(bytes.length, httpOptions.maxHeaderSize))
  if (!text.startsWith(requestLine)) return undefined
  // Without a prototype: a header may have any name.
  const headers: Record<string, string> = Object.create(null)
  let at = requestLine.length
  while (!text.startsWith('\r\n', at)) {
    headerLine.lastIndex = at
    const match = headerLine.exec(text)
    if (match === null) return undefined
    const name = (match[1] as string).toLowerCase()
    if (headers[name] !== undefined || changesConnection.has(name)) return undefined
    headers[name] = match[2] as string
    at = headerLine.lastIndex
  }
  return isPlain(headers, bytes.length - at - 2)
    ? { headers, body: bytes.subarray(at + 2) }
    : undefined
}

function isPlain(headers: Record<string, string>, bodyBytes: number): boolean {
  const { host, connection, 'content-length': length } = headers
  return (
    host !== undefined &&
    (connection === undefined || connection.toLowerCase() === 'keep-alive') &&
    length === String(bodyBytes) &&
    bodyBytes <= bodyLimitBytes
  )
}
