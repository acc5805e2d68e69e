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

/** Whether these bytes, without the line end, are exactly a line as it was written. */
export function isWholeLine(line: Buffer): boolean {
  const end = line.length - checkLength
  if (end < 1) return false
  return line.toString('latin1', end) === `"_c":"${hex(crc32(line.subarray(0, end)))}"}`
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Eight digits. V8 writes whole numbers above 2³¹ in base 16 digit by digit with `fmod`, six times as slowly. */
function hex(check: number): string {
  const byte = (shift: number) => hexOfByte[(check >>> shift) & 0xff]
  return `${byte(24)}${byte(16)}${byte(8)}${byte(0)}`
}
