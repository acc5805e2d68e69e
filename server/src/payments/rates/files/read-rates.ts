import { readCsvRates } from './csv-rates.ts'
import { type RateFile, RateList, type RateSpan } from './rate-list.ts'
import { UnreadableRates } from './unreadable-rates.ts'
import { unzipOne } from './unzip-one.ts'
import { readXmlRates } from './xml-rates.ts'

/**
 * The rates in a file of the European Central Bank (www.ecb.europa.eu/stats/eurofxref): one day or its history, XML
 * or CSV, zipped or not. The whole file must be valid: one bad line may mean that it was truncated or changed, and
 * money is not converted by half a file. Throws `UnreadableRates`.
 */
export async function readRates(file: Buffer, span: RateSpan): Promise<RateFile> {
  const bytes = file.subarray(0, 2).toString('latin1') === 'PK' ? await unzipOne(file) : file
  const text = decode(bytes).trimStart()
  const list = new RateList(span)
  if (text.startsWith('<')) readXmlRates(text, list)
  else readCsvRates(text, list)
  return list.finish()
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableRates('it is not text')
  }
}
