import { crc32 } from 'node:zlib'

/** Bytes of `"_c":"8 hex digits"}`, which ends every line. */
const checkLength = 16

/**
 * Ends a line: takes a JSON object's text up to and including its last comma and adds the check, so
 * that damage is found without a frame around the line. The engine skips the field it does not know.
 */
export function withCheck(opened: string): string {
  return `${opened}"_c":"${hex(crc32(opened))}"}\n`
}

/** Whether these bytes, without the line end, are a line exactly as it was written. */
export function isWholeLine(line: Buffer): boolean {
  const end = line.length - checkLength
  if (end < 1) return false
  return line.toString('latin1', end) === `"_c":"${hex(crc32(line.subarray(0, end)))}"}`
}

function hex(check: number): string {
  return check.toString(16).padStart(8, '0')
}
