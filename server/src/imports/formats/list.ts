import type { ImportFormatName } from '@tributary/contract/data-import.ts'
import type { ImportFormat } from '../import-item.ts'
import { ga4Format } from './ga4.ts'
import { ownFormat } from './own.ts'
import { plausibleFormat } from './plausible.ts'
import { rowsFormat } from './rows.ts'
import { umamiFormat } from './umami.ts'

/** Every supported kind of file, by its name. */
export const formats: Readonly<Record<ImportFormatName, ImportFormat>> = {
  tributary: ownFormat,
  plausible: plausibleFormat,
  umami: umamiFormat,
  ga4: ga4Format,
  rows: rowsFormat,
}
