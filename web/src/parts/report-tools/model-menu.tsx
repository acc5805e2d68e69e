import { ChevronDown, Split, Table2 } from 'lucide-react'
import { useAhead } from '../../api/ahead.ts'
import { texts } from '../../texts/texts.ts'
import { type Model, models } from '../../url-state/model.ts'
import { Button } from '../forms/button.tsx'
import { MenuChoices, MenuHeading, MenuItem, MenuLine, MenuPopup } from '../frame/menu.tsx'
import styles from './choice-button.module.css'

interface ModelMenuProps {
  model: Model
  choose: (model: Model) => void
  /** All of them by default. */
  offered?: readonly Model[]
  /** Opens all models side by side, unless the page shows them itself. */
  compare?: () => void
}

/** The rule by which revenue is credited to sources. */
export function ModelMenu({ model, choose, offered = models, compare }: ModelMenuProps) {
  const askAhead = useAhead()
  const choices = offered.map((value) => ({
    value,
    label: texts.models[value],
    hint: texts.models.hints[value],
  }))
  return (
    <MenuPopup
      align="end"
      trigger={
        <Button
          className={styles.choice}
          aria-label={`${texts.models.label}: ${texts.models[model]}`}
        >
          <Split aria-hidden />
          <span>{texts.models[model]}</span>
          <ChevronDown aria-hidden className={styles.arrow} />
        </Button>
      }
    >
      <MenuHeading>{texts.models.label}</MenuHeading>
      <MenuChoices
        value={model}
        choices={choices}
        choose={choose}
        prepare={(model) => askAhead({ model })}
      />
      {compare && (
        <>
          <MenuLine />
          <MenuItem icon={<Table2 aria-hidden />} onClick={compare}>
            {texts.models.compare}
          </MenuItem>
        </>
      )}
    </MenuPopup>
  )
}
