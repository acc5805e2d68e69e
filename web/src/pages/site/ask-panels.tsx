import { type PanelName, panelNames } from '../../url-state/dimension.ts'
import { type PanelParts, usePanelRows } from './breakdowns/use-panel-rows.ts'

/**
 * Requests the rows of all panels before they are rendered: simultaneous questions share what the server reads,
 * while a panel that only asked when it is rendered would cause another read.
 */
export function AskPanels(parts: PanelParts) {
  return panelNames.map((panel) => <AskPanel key={panel} panel={panel} {...parts} />)
}

function AskPanel({ panel, ...parts }: PanelParts & { panel: PanelName }) {
  usePanelRows(panel, parts)
  return null
}
