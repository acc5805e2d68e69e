import type { ImportFormatName } from '@tributary/contract/data-import.ts'
import type { ImportFormat } from '../import-item.ts'
import { ownFormat } from './own.ts'

/** Every kind of file that can be read, by its name. */
export const formats: Readonly<Partial<Record<ImportFormatName, ImportFormat>>> = {
  tributary: ownFormat,
}
