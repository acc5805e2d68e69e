import type { GoalSetting } from '@tributary/contract/app/goals.ts'
import { useState } from 'react'
import { DialogForm, SmallDialog } from '../../../parts/dialogs/small-dialog.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import { goalTexts as words } from '../../../texts/goals.ts'
import { texts } from '../../../texts/texts.ts'

interface RenameGoalDialogProps {
  goal: GoalSetting
  rename: (name: string) => void
  close: () => void
}

/** Asks for the display name of a goal. */
export function RenameGoalDialog({ goal, rename, close }: RenameGoalDialogProps) {
  const [name, setName] = useState(goal.name)
  return (
    <SmallDialog title={words.renameTitle(goal.goal)} close={close}>
      <DialogForm submit={() => rename(name.trim())} action={texts.save}>
        <TextField
          label={words.name}
          hint={words.nameHint}
          name="name"
          maxLength={100}
          autoComplete="off"
          placeholder={goal.goal}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </DialogForm>
    </SmallDialog>
  )
}
