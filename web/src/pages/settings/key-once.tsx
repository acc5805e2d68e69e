import { Dialog } from '@base-ui/react/dialog'
import { Button } from '../../parts/button.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import dialogs from '../../parts/dialog.module.css'
import { settingsTexts } from '../../texts/settings.ts'
import styles from './key-list.module.css'

const words = settingsTexts

/** A key at the one moment when it can be copied; inside a dialog, whose end is the end of that. */
export function KeyOnce({ token, hint }: { token: string; hint: string }) {
  return (
    <div className={styles.made}>
      <p className={dialogs.text}>{hint}</p>
      <CodeBlock code={token} label={words.keyMade} />
      <div className={dialogs.actions}>
        <Dialog.Close render={<Button look="primary" />}>{words.done}</Dialog.Close>
      </div>
    </div>
  )
}
