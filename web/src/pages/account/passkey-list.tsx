import type { AppPasskey } from '@tributary/contract/app/account.ts'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import {
  knowsPasskeys,
  useAddPasskey,
  usePasskeys,
  useRemovePasskey,
  useRenamePasskey,
} from '../../api/account/passkeys.ts'
import { useSignInWays } from '../../api/account/ways.ts'
import { formatInstantDay } from '../../format/date.ts'
import { Line, Lines } from '../../parts/figures/lines.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { Failure } from '../../parts/states/failure.tsx'
import { WaitingRows } from '../../parts/states/waiting.tsx'
import { wayTexts } from '../../texts/ways.ts'
import styles from './account-page.module.css'
import { ProofDialog } from './proof-dialog.tsx'

const words = wayTexts.passkeys

type Open = { to: 'add' } | { to: 'rename' | 'remove'; passkey: AppPasskey }

/** A person's passkeys, and a button to add one. */
export function PasskeyList() {
  const passkeys = usePasskeys()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  if (passkeys.isPending) return <WaitingRows count={1} figures={1} isTall isFramed />
  if (!passkeys.data) return <Failure error={passkeys.error} retry={() => passkeys.refetch()} />
  return (
    <div className={styles.stack}>
      {passkeys.data.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <Lines>
          {passkeys.data.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} setOpen={setOpen} />
          ))}
        </Lines>
      )}
      <AddButton onClick={() => setOpen({ to: 'add' })} />
      {open?.to === 'add' && <AddDialog close={close} />}
      {open?.to === 'rename' && <RenameDialog passkey={open.passkey} close={close} />}
      {open?.to === 'remove' && <RemoveDialog passkey={open.passkey} close={close} />}
    </div>
  )
}

function Passkey({ passkey, setOpen }: { passkey: AppPasskey; setOpen: (open: Open) => void }) {
  const { name, createdAt, lastUsedAt } = passkey
  const used = lastUsedAt === null ? words.neverUsed : words.used(formatInstantDay(lastUsedAt))
  return (
    <Line
      sign={<KeyRound aria-hidden />}
      name={name}
      facts={[words.made(formatInstantDay(createdAt)), used]}
    >
      <Button
        look="quiet"
        onClick={() => setOpen({ to: 'rename', passkey })}
        aria-label={words.renameOf(name)}
      >
        {words.rename}
      </Button>
      <Button onClick={() => setOpen({ to: 'remove', passkey })} aria-label={words.removeOf(name)}>
        {words.remove}
      </Button>
    </Line>
  )
}

/** The button to add a passkey, or the reason why there is none here. */
function AddButton({ onClick }: { onClick: () => void }) {
  const ways = useSignInWays()
  if (!ways.data) return null
  const { passkeyOrigin } = ways.data
  if (passkeyOrigin === null) return <p className={styles.facts}>{words.impossible}</p>
  if (passkeyOrigin !== location.origin) {
    return <p className={styles.facts}>{words.elsewhere(passkeyOrigin)}</p>
  }
  if (!knowsPasskeys()) return <p className={styles.facts}>{words.unsupported}</p>
  return (
    <Button look="primary" onClick={onClick}>
      {words.add}
    </Button>
  )
}

function AddDialog({ close }: { close: () => void }) {
  const ways = useSignInWays()
  const add = useAddPasskey()
  return (
    <ProofDialog
      title={words.add}
      lead={words.addHint}
      action={words.add}
      mutation={add}
      field={{ label: words.name, placeholder: words.namePlaceholder }}
      // Then a code is asked for instead, in a separate dialog.
      isFree={ways.data?.hasCodes === true}
      go={({ text, ...proof }) => add.mutate({ name: text, ...proof }, { onSuccess: close })}
      close={close}
    />
  )
}

interface DialogProps {
  passkey: AppPasskey
  close: () => void
}

function RenameDialog({ passkey, close }: DialogProps) {
  const rename = useRenamePasskey()
  return (
    <ProofDialog
      title={words.renameOf(passkey.name)}
      lead={words.addHint}
      action={words.rename}
      mutation={rename}
      field={{ label: words.name, initial: passkey.name }}
      isFree
      go={({ text }) => rename.mutate({ id: passkey.id, name: text }, { onSuccess: close })}
      close={close}
    />
  )
}

function RemoveDialog({ passkey, close }: DialogProps) {
  const remove = useRemovePasskey()
  return (
    <ProofDialog
      title={words.removeTitle(passkey.name)}
      lead={words.removeHint}
      action={words.remove}
      look="danger"
      mutation={remove}
      go={({ password }) => {
        const proof = password === undefined ? {} : { password }
        remove.mutate({ id: passkey.id, ...proof }, { onSuccess: close })
      }}
      close={close}
    />
  )
}
