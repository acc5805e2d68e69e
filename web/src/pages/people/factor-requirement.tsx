import { useState } from 'react'
import { useFactorRequirement } from '../../api/account/ways.ts'
import { Button } from '../../parts/forms/button.tsx'
import sections from '../../parts/frame/sections.module.css'
import { wayTexts } from '../../texts/ways.ts'
import styles from '../account/account-page.module.css'
import { ProofDialog } from '../account/proof-dialog.tsx'

const words = wayTexts.duty

/** Whether everybody needs a second factor, and a switch to change that. */
export function FactorRequirement({ isOn, lacking }: { isOn: boolean; lacking: number }) {
  const change = useFactorRequirement()
  const [isOpen, setIsOpen] = useState(false)
  const action = isOn ? words.turnOff : words.turnOn
  return (
    <section className={sections.section} aria-labelledby="duty-title">
      <div className={sections.about}>
        <h2 id="duty-title">{words.title}</h2>
        <p>{words.lead}</p>
      </div>
      <div>
        <div className={styles.stack}>
          <p role="status">{isOn ? words.on : words.off}</p>
          <Button
            onClick={() => {
              change.reset()
              setIsOpen(true)
            }}
          >
            {action}
          </Button>
        </div>
      </div>
      {isOpen && (
        <ProofDialog
          title={action}
          lead={isOn ? words.turnOffHint : words.turnOnHint(lacking)}
          action={action}
          mutation={change}
          go={({ password }) =>
            change.mutate(
              { required: !isOn, ...(password !== undefined && { password }) },
              { onSuccess: () => setIsOpen(false) },
            )
          }
          close={() => setIsOpen(false)}
        />
      )}
    </section>
  )
}
