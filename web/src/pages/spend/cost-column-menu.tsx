import { Columns3 } from 'lucide-react'
import { Button } from '../../parts/forms/button.tsx'
import { MenuCheck, MenuPopup } from '../../parts/frame/menu.tsx'
import { texts } from '../../texts/texts.ts'
import { costColumns, panelColumns, usePanelChoice } from '../../url-state/panel-choice.ts'

/** The columns of costs that the table shows: those that the person has chosen for all panels. */
export function useCostColumns() {
  const [{ columns }] = usePanelChoice()
  return costColumns.filter((column) => columns.includes(column))
}

/** Adds take-home, fees and tax to the table, and to the panels of the site. */
export function CostColumnMenu() {
  const [{ columns }, choose] = usePanelChoice()
  return (
    <MenuPopup
      align="end"
      trigger={
        <Button look="quiet" aria-label={texts.panels.columns} title={texts.panels.columns}>
          <Columns3 aria-hidden />
        </Button>
      }
    >
      {costColumns.map((cost) => (
        <MenuCheck
          key={cost}
          checked={columns.includes(cost)}
          change={(isShown) =>
            choose({
              columns: panelColumns.filter((one) =>
                one === cost ? isShown : columns.includes(one),
              ),
            })
          }
          label={texts.figures.names[cost]}
        />
      ))}
    </MenuPopup>
  )
}
