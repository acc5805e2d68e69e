import { useState } from 'react'
import { useSecondFactor } from '../../api/account/account.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Failure } from '../../parts/states/failure.tsx'
import { WaitingRows } from '../../parts/states/waiting.tsx'
import { wayTexts } from '../../texts/ways.ts'
import styles from './account-page.module.css'
import { RemoveFactorDialog } from './remove-factor-dialog.tsx'
import { SetUpFactorDialog } from './set-up-factor-dialog.tsx'

const words = wayTexts.account

/** Whether a code is required after the password, and how to turn it on. */
export function SecondFactor() {
  const factor = useSecondFactor()
  const [open, setOpen] = useState<'set-up' | 'remove'>()
  const close = () => setOpen(undefined)
  if (factor.isPending) return <WaitingRows count={1} figures={1} isTall isFramed />
  if (!factor.data) return <Failure error={factor.error} retry={() => factor.refetch()} />
  const { on, recoveryCodesLeft } = factor.data
  return (
    <div className={styles.stack}>
      <p>{on ? words.factorOn(recoveryCodesLeft) : words.factorOff}</p>
      {on ? (
        <Button onClick={() => setOpen('remove')}>{words.removeFactor}</Button>
      ) : (
        <Button look="primary" onClick={() => setOpen('set-up')}>
          {words.setUpFactor}
        </Button>
      )}
      {open === 'set-up' && <SetUpFactorDialog close={close} />}
      {open === 'remove' && <RemoveFactorDialog close={close} />}
    </div>
  )
}
