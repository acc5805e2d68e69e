import { panelNames } from '../../url-state/dimension.ts'
import { usePanelRows } from './breakdowns/use-panel-rows.ts'

type PanelsOf = Parameters<typeof usePanelRows>[1]

/**
 * Asks for the rows of all panels before they are drawn: those who ask at the same time share what the server reads, and a
 * panel that asked once it is drawn would have it read all over again.
 */
export function AskPanels(parts: PanelsOf) {
  return panelNames.map((panel) => <AskPanel key={panel} panel={panel} {...parts} />)
}

function AskPanel({ panel, ...parts }: PanelsOf & { panel: (typeof panelNames)[number] }) {
  usePanelRows(panel, parts)
  return null
}
