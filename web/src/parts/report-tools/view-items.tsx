import type { AppView } from '@tributary/contract/app/view.ts'
import { List, Plus, Save } from 'lucide-react'
import { viewTexts as words } from '../../texts/views.ts'
import { MenuChoices, MenuHeading, MenuItem, MenuLine } from '../frame/menu.tsx'

interface ViewItemsProps {
  views: readonly AppView[]
  opened: AppView | undefined
  /** Opens a view, or the page without one. */
  open: (view: AppView | undefined) => void
  /** Absent if there is nothing to update, or the person may not. */
  update: (() => void) | undefined
  ask: (dialog: 'save' | 'manage') => void
}

/** The items of the menu of saved views. */
export function ViewItems({ views, opened, open, update, ask }: ViewItemsProps) {
  return (
    <>
      {views.length === 0 && <MenuHeading>{words.none}</MenuHeading>}
      {(['person', 'site'] as const).map((scope) => {
        const listed = views.filter((view) => view.scope === scope)
        if (listed.length === 0) return null
        return (
          <div key={scope}>
            <MenuHeading>{words.scopes[scope]}</MenuHeading>
            <MenuChoices
              value={opened?.id}
              choices={listed.map(({ id, name, isDefault }) => ({
                value: id,
                label: name,
                ...(isDefault && { hint: words.isDefault }),
              }))}
              choose={(id) => open(views.find((view) => view.id === id))}
            />
          </div>
        )
      })}
      <MenuLine />
      {opened && <MenuItem onClick={() => open(undefined)}>{words.leave}</MenuItem>}
      {opened && update && (
        <MenuItem icon={<Save aria-hidden />} onClick={update}>
          {words.update(opened.name)}
        </MenuItem>
      )}
      <MenuItem icon={<Plus aria-hidden />} onClick={() => ask('save')}>
        {words.save}
      </MenuItem>
      {views.length > 0 && (
        <MenuItem icon={<List aria-hidden />} onClick={() => ask('manage')}>
          {words.manage}
        </MenuItem>
      )}
    </>
  )
}
