import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ComparedModels, useComparedModels } from '../../api/compared-models.ts'
import type { Site } from '../../api/sites.ts'
import { formatMoney, formatSignedMoney } from '../../format/money.ts'
import { Button } from '../../parts/button.tsx'
import dialogs from '../../parts/dialog.module.css'
import { Failure } from '../../parts/failure.tsx'
import tables from '../../parts/figure-table.module.css'
import { labelOf } from '../../parts/report-tools/dimension-label.ts'
import { WaitingRows } from '../../parts/waiting.tsx'
import { texts } from '../../texts/texts.ts'
import { defaultModel, models } from '../../url-state/model.ts'
import type { ReportState } from '../../url-state/report-state.ts'
import heads from './breakdown-dialog.module.css'
import styles from './models-dialog.module.css'

interface ModelsDialogProps {
  site: Site
  state: ReportState
  change: (change: Partial<ReportState>) => void
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
          <div className={heads.list}>
            {compared.isPending && <WaitingRows figures={6} isTall />}
            {compared.error && !compared.data && (
              <Failure error={compared.error} retry={() => compared.refetch()} />
            )}
            {compared.data && <ModelsTable compared={compared.data} />}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function ModelsTable({ compared: { rows, totals, currency } }: { compared: ComparedModels }) {
  return (
    <table className={`${tables.table} ${tables.wide}`}>
      <thead>
        <tr>
          <th scope="col">{texts.panels.names.channel}</th>
          {models.map((model) => (
            <th key={model} scope="col" title={texts.models.hints[model]}>
              {texts.models.short[model]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ channel, isNotLinked, revenue }) => (
          <tr key={channel}>
            <th scope="row">
              {isNotLinked ? texts.panels.notLinked : labelOf('channel', channel)}
            </th>
            {models.map((model) => (
              <td key={model}>
                <span className="money">{formatMoney(revenue[model], currency)}</span>
                <Shift difference={revenue[model] - revenue[defaultModel]} currency={currency} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{texts.models.total}</th>
          {models.map((model) => (
            <td key={model} className="money">
              {formatMoney(totals[model], currency)}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}

function Shift({ difference, currency }: { difference: number; currency: string }) {
  // Less than the smallest part of any currency is only how sums of fractions are stored.
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
