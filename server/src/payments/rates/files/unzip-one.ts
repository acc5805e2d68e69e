import { crc32, inflateRawSync } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'
import { AppError } from '../../../errors.ts'
import { listZip } from '../../../zip.ts'
import { UnreadableRates } from './unreadable-rates.ts'

/** The ECB's whole history as XML has about 9 MB. */
export const maxRateBytes = 24 * 1024 * 1024

/** The only file in a zip archive, checked against its checksum and never larger than `maxRateBytes`. */
export async function unzipOne(archive: Buffer): Promise<Buffer> {
  try {
    const [entry, ...others] = await listZip(fromBufferPromise(archive, { autoClose: false }))
    if (entry === undefined || others.length > 0) throw notOneFile()
    const { start, bytes, isPacked, checksum } = entry
    const packed = archive.subarray(start, start + bytes)
    const unpacked = isPacked ? inflateRawSync(packed, { maxOutputLength: maxRateBytes }) : packed
    if (crc32(unpacked) !== checksum) throw notOneFile()
    return unpacked
  } catch (err) {
    if (err instanceof UnreadableRates) throw err
    if (err instanceof AppError || isZlibError(err)) throw notOneFile(err)
    throw err
  }
}

function notOneFile(cause?: unknown): UnreadableRates {
  return new UnreadableRates('it is not a zip archive of one file', { cause })
}

/** Node's errors for bytes that cannot be inflated, or that inflate to more than was allowed. */
function isZlibError(err: unknown): boolean {
  const { code } = err as { code?: unknown }
  return typeof code === 'string' && /^(Z_|ERR_BUFFER_TOO_LARGE)/.test(code)
}
