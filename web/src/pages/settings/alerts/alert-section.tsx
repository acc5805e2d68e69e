import { useAlerts } from '../../../api/alerts.ts'
import { Failure } from '../../../parts/failure.tsx'
import { WaitingFields } from '../../../parts/waiting.tsx'
import { alertTexts as words } from '../../../texts/alerts.ts'
import type { SectionProps } from '../section-props.ts'
import { AlertForm } from './alert-form.tsx'
import styles from './alerts.module.css'
import { HookList } from './hook-list.tsx'
import { PartTitle } from './part-title.tsx'

/** A site's alerts and their recipients. */
export function AlertSection({ site }: SectionProps) {
  const alerts = useAlerts(site.id)
  return (
    <>
      <div className={styles.part}>
        <PartTitle title={words.watch} lead={words.watchLead} />
        {alerts.isPending && <WaitingFields count={5} />}
        {alerts.error && !alerts.data && (
          <Failure error={alerts.error} retry={() => alerts.refetch()} />
        )}
        {alerts.data && (
          <AlertForm site={site} stored={alerts.data.settings} members={alerts.data.members} />
        )}
      </div>
      {alerts.data && <HookList siteId={site.id} hooks={alerts.data.hooks} />}
    </>
  )
}
