import type { ImportData, ImportReport } from '@tributary/contract/data-import.ts'
import { useImportStep, useImports } from '../../../api/site/imports.ts'
import { formatInstant } from '../../../format/date.ts'
import { formatCount } from '../../../format/number.ts'
import { AskingButton } from '../../../parts/forms/asking-button.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { explainFailure, Failure } from '../../../parts/states/failure.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { portabilityTexts as words } from '../../../texts/portability.ts'
import styles from './exports.module.css'
import { hasNews, ImportFindings } from './import-findings.tsx'

/** Every import so far: its contents, its progress, and buttons to continue or undo it. */
export function ImportHistory({ siteId }: { siteId: string }) {
  const imports = useImports(siteId)
  return (
    <section className={styles.section} aria-labelledby="imports-title">
      <h3 id="imports-title">{words.history}</h3>
      {imports.isPending && <Skeleton width="100%" height="56px" />}
      {imports.error && !imports.data && (
        <Failure error={imports.error} retry={() => imports.refetch()} />
      )}
      {imports.data?.length === 0 && <p className={styles.none}>{words.none}</p>}
      {imports.data && imports.data.length > 0 && (
        <ul className={styles.list}>
          {imports.data.map((one) => (
            <ImportItem key={one.id} siteId={siteId} shown={one} />
          ))}
        </ul>
      )}
    </section>
  )
}

function ImportItem({ siteId, shown }: { siteId: string; shown: ImportData }) {
  const step = useImportStep(siteId, shown.id)
  const report = findingsOf(shown)
  const name = shown.fileName || words.tools[shown.format]
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <div>
          <p className={styles.name}>{name}</p>
          <p className={styles.facts} aria-live="polite">
            {[words.states[shown.state], formatInstant(shown.createdAt)].join(' · ')}
          </p>
        </div>
        <Actions shown={shown} step={step} name={name} />
      </div>
      {shown.problem && <Notice look="bad">{shown.problem}</Notice>}
      {step.error && <Notice look="bad">{explainFailure(step.error)}</Notice>}
      {shown.state === 'ready' && report && !hasNews(report) && (
        <p className={styles.facts}>{words.nothingNew}</p>
      )}
      {report && <ImportFindings report={report} fileName={shown.fileName} />}
    </li>
  )
}

/** The details of an import; undefined if nothing is left of it. */
function findingsOf({ state, preview, result }: ImportData): ImportReport | null {
  if (state === 'undone') return null
  return state === 'done' || state === 'running' ? (result ?? preview) : preview
}

interface ActionsProps {
  shown: ImportData
  step: ReturnType<typeof useImportStep>
  name: string
}

function Actions({ shown: { state, problem, preview, result }, step, name }: ActionsProps) {
  const press = (action: 'check' | 'start' | 'discard', text: string) => (
    <Button
      look={action === 'start' ? 'primary' : 'plain'}
      busy={step.isPending}
      onClick={() => step.mutate(action)}
      aria-label={`${text}: ${name}`}
    >
      {text}
    </Button>
  )
  // An import that may have added something is undone first.
  const hasAdded = result !== null && state !== 'undone'
  const canDiscard = !hasAdded && ['uploading', 'ready', 'failed', 'undone'].includes(state)
  return (
    <div className={styles.actions}>
      {state === 'ready' && preview && hasNews(preview) && press('start', words.start)}
      {state === 'failed' && problem && press('check', words.again)}
      {canDiscard && press('discard', words.discard)}
      {(state === 'done' || (state === 'failed' && result)) && (
        <AskingButton
          action={words.undo}
          busy={words.undoBusy}
          label={`${words.undo}: ${name}`}
          title={words.undoTitle}
          mutation={step}
          confirm={(close) => step.mutate('undo', { onSuccess: close })}
        >
          {words.undoText} {result && words.read(formatCount(result.events.new))}
        </AskingButton>
      )}
    </div>
  )
}
