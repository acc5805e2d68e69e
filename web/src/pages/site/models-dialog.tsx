import { Dialog } from '@base-ui/react/dialog'
import type { Model } from '@tributary/contract/query.ts'
import { X } from 'lucide-react'
import { useComparedModels } from '../../api/money/compared-models.ts'
import type { Site } from '../../api/site/sites.ts'
import { formatMoney, formatSignedMoney } from '../../format/money.ts'
import dialogs from '../../parts/dialogs/dialog.module.css'
import { ModelTable } from '../../parts/figures/model-table.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { Failure } from '../../parts/states/failure.tsx'
import { WaitingRows } from '../../parts/states/waiting.tsx'
import { texts } from '../../texts/texts.ts'
import { defaultModel, models } from '../../url-state/model.ts'
import type { ChangeReport, ReportState } from '../../url-state/report-state.ts'
import heads from './breakdowns/breakdown-dialog.module.css'
import styles from './models-dialog.module.css'

interface ModelsDialogProps {
  site: Site
  state: ReportState
  change: ChangeReport
}

/** Every attribution model side by side, by channel. */
export function ModelsDialog({ site, state, change }: ModelsDialogProps) {
  const compared = useComparedModels(site.id, state)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && change({ opened: undefined })}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup className={`${dialogs.large} ${styles.wide}`}>
          <div className={heads.head}>
            <div>
              <Dialog.Title className={dialogs.title}>{texts.models.compare}</Dialog.Title>
              <Dialog.Description className={dialogs.text}>
                {texts.models.compareLead}
              </Dialog.Description>
            </div>
            <Dialog.Close render={<Button look="quiet" aria-label={texts.close} />}>
              <X aria-hidden />
            </Dialog.Close>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <section className={heads.list} tabIndex={0} aria-label={texts.models.compare}>
            {compared.isPending && <WaitingRows figures={6} isTall />}
            {compared.error && !compared.data && (
              <Failure error={compared.error} retry={() => compared.refetch()} />
            )}
            {compared.data && (
              <ModelTable
                dimension="channel"
                models={models}
                rows={compared.data.rows}
                totals={compared.data.totals}
                currency={compared.data.currency}
                renderCell={({ revenue }, model) => (
                  <Cell revenue={revenue} model={model} currency={compared.data.currency} />
                )}
              />
            )}
          </section>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface CellProps {
  revenue: Readonly<Record<string, number>>
  model: Model
  currency: string
}

function Cell({ revenue, model, currency }: CellProps) {
  const credited = revenue[model] ?? 0
  return (
    <td>
      <span className="money">{formatMoney(credited, currency)}</span>
      <Shift difference={credited - (revenue[defaultModel] ?? 0)} currency={currency} />
    </td>
  )
}

function Shift({ difference, currency }: { difference: number; currency: string }) {
  // Less than the smallest part of any currency is only floating-point noise.
  if (Math.abs(difference) < 0.0001) return <span className={styles.shift}>·</span>
  const shown = formatSignedMoney(difference, currency)
  return (
    <span
      className={styles.shift}
      data-sign={Math.sign(difference)}
      title={texts.models.shift(shown, texts.models[defaultModel])}
    >
      {shown}
    </span>
  )
}
