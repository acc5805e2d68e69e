import type { TrialStage } from '@tributary/contract/operations/app-payments.ts'
import { Check, X } from 'lucide-react'
import { Notice } from '../../../parts/states/notice.tsx'
import { providerTexts as words } from '../../../texts/providers.ts'
import styles from './payment-providers.module.css'

/** How far a test event came, stage by stage. */
export function TrialStages({ ok, stages }: { ok: boolean; stages: readonly TrialStage[] }) {
  return (
    <div className={styles.trial}>
      <Notice look={ok ? 'good' : 'bad'}>{ok ? words.tried : words.triedBadly}</Notice>
      <ol className={styles.stages}>
        {stages.map((stage) => (
          <li key={stage.name} className={stage.ok ? styles.passed : styles.stopped}>
            {stage.ok ? (
              <Check aria-label={words.stageOk} role="img" />
            ) : (
              <X aria-label={words.stageBad} role="img" />
            )}
            <span>
              <strong>{words.stages[stage.name] ?? stage.name}</strong> {stage.message}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
