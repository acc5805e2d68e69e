import { crc32 } from 'node:zlib'

/**
 * The text with its placeholder, 64 zeros, replaced by 0 and 1 so that it has the wanted CRC32, as a forger does it:
 * flipping a bit changes the checksum in a way that does not depend on the other bits, so it is 32 linear equations.
 */
export function forgeCrc32(text: string, wanted: number): string {
  const start = text.indexOf('0'.repeat(64))
  if (start < 0) throw new Error('the text has no placeholder of 64 zeros')
  const withBits = (bits: bigint) =>
    text.slice(0, start) + bits.toString(2).padStart(64, '0') + text.slice(start + 64)
  const base = crc32(text)
  /** By the highest bit of a change of the checksum: the change, and which bits make it. */
  const basis = new Map<number, { change: number; bits: bigint }>()
  const reduce = (change: number, bits: bigint) => {
    let left = { change, bits }
    for (let known = basis.get(Math.clz32(left.change)); known && left.change !== 0; ) {
      left = { change: (left.change ^ known.change) >>> 0, bits: left.bits ^ known.bits }
      known = basis.get(Math.clz32(left.change))
    }
    return left
  }
  for (let at = 0n; at < 64n; at += 1n) {
    const left = reduce((crc32(withBits(1n << at)) ^ base) >>> 0, 1n << at)
    if (left.change !== 0) basis.set(Math.clz32(left.change), left)
  }
  const { change, bits } = reduce((wanted ^ base) >>> 0, 0n)
  if (change !== 0) throw new Error('the placeholder cannot reach this checksum')
  return withBits(bits)
}
