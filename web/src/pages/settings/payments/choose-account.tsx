import { Dialog } from '@base-ui/react/dialog'
import type { ConnectableProvider } from '../../../api/site/connections.ts'
import { Mark } from '../../../marks/mark.tsx'
import dialogs from '../../../parts/dialogs/dialog.module.css'
import { Button } from '../../../parts/forms/button.tsx'
import { providerTexts } from '../../../texts/providers.ts'
import { texts } from '../../../texts/texts.ts'
import styles from './choose-account.module.css'

interface ChooseAccountProps {
  providers: readonly ConnectableProvider[]
  /** The previously chosen provider, which gets the focus again. */
  last: string | undefined
  choose: (name: string) => void
}

/** The providers whose accounts can be connected, each with its icon. */
export function ChooseAccount({ providers, last, choose }: ChooseAccountProps) {
  return (
    <>
      <Dialog.Description className={dialogs.text}>
        {providerTexts.account.choose}
      </Dialog.Description>
      <ul className={styles.providers}>
        {providers.map(({ name, title }) => (
          <li key={name}>
            <Button autoFocus={name === last} onClick={() => choose(name)}>
              <Mark kind="provider" value={name} label={title} />
              {title}
            </Button>
          </li>
        ))}
      </ul>
      <div className={dialogs.actions}>
        <Dialog.Close render={<Button />}>{texts.cancel}</Dialog.Close>
      </div>
    </>
  )
}
