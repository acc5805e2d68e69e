import type { SectionProps } from '../section-props.ts'
import { ExportForm } from './export-form.tsx'
import styles from './exports.module.css'
import { ImportForm } from './import-form.tsx'
import { ImportHistory } from './import-history.tsx'
import { ImportedDays } from './imported-days.tsx'

/** Exporting a site's data, importing other tools' data, and undoing imports. */
export function Exports({ site: { id: siteId } }: SectionProps) {
  return (
    <div className={styles.sections}>
      <ExportForm siteId={siteId} />
      <ImportForm siteId={siteId} />
      <ImportHistory siteId={siteId} />
      <ImportedDays siteId={siteId} />
    </div>
  )
}
