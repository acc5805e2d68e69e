import { Dialog } from '@base-ui/react/dialog'
import type { SharePanel } from '@tributary/contract/app-share.ts'
import { type FormEvent, useState } from 'react'
import { useMakeShare } from '../../../api/shares.ts'
import { Button } from '../../../parts/button.tsx'
import { CodeBlock } from '../../../parts/code-block.tsx'
import dialogs from '../../../parts/dialog.module.css'
import { explainFailure } from '../../../parts/failure.tsx'
import { SelectField, TextField } from '../../../parts/field.tsx'
import forms from '../../../parts/form.module.css'
import { Notice } from '../../../parts/notice.tsx'
import { careTexts } from '../../../texts/care.ts'
import { texts } from '../../../texts/texts.ts'
import keys from '../key-list.module.css'
import { SwitchField } from '../switch-field.tsx'

const words = careTexts.sharing
const allPanels = Object.keys(words.panels) as SharePanel[]

/** Makes a share link and shows it once; closing it is the end of that. */
export function NewShareDialog({ siteId, close }: { siteId: string; close: () => void }) {
  const make = useMakeShare(siteId)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup className={dialogs.small}>
          <Dialog.Title className={dialogs.title}>
            {make.data ? words.made : words.make}
          </Dialog.Title>
          {make.data ? (
            <Made link={make.data.link} isEmbeddable={make.data.share.allowsEmbed} />
          ) : (
            <NewShareForm make={make} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Made({ link, isEmbeddable }: { link: string; isEmbeddable: boolean }) {
  const frame = `<iframe src="${link}?embed=1&theme=light" title="Tributary" width="100%" height="900" style="border:0" loading="lazy"></iframe>`
  return (
    <div className={forms.form}>
      <p className={dialogs.text}>{words.madeHint}</p>
      <CodeBlock code={link} label={words.made} />
      {isEmbeddable && (
        <>
          <p className={dialogs.text}>
            {words.frame}: {words.frameHint}
          </p>
          <CodeBlock code={frame} label={words.frame} />
        </>
      )}
      <div className={dialogs.actions}>
        <Dialog.Close render={<Button look="primary" />}>{words.done}</Dialog.Close>
      </div>
    </div>
  )
}

const blank = {
  name: '',
  panels: ['figures', 'chart', 'traffic', 'content'] as SharePanel[],
  showsMoney: false,
  allowsEmbed: false,
  password: '',
  source: '',
  expiry: 'never',
}

function NewShareForm({ make }: { make: ReturnType<typeof useMakeShare> }) {
  const [form, setForm] = useState(blank)
  const change = (changed: Partial<typeof form>) => setForm({ ...form, ...changed })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { name, panels, showsMoney, allowsEmbed, password, source, expiry } = form
    if (panels.length === 0) return
    make.mutate({
      name,
      panels,
      showsMoney,
      allowsEmbed,
      ...(password !== '' && { password }),
      ...(source.trim() !== '' && { filters: [['is', 'source', [source.trim()]]] }),
      ...(expiry !== 'never' && { expiresInDays: Number(expiry) }),
    })
  }
  return (
    <form className={forms.form} onSubmit={submit}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        name="name"
        required
        maxLength={100}
        autoComplete="off"
        value={form.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <PanelChoice panels={form.panels} change={(panels) => change({ panels })} />
      <SwitchField
        label={words.money}
        hint={words.moneyHint}
        checked={form.showsMoney}
        change={(showsMoney) => change({ showsMoney })}
      />
      <TextField
        label={words.only}
        hint={words.onlyHint}
        name="source"
        maxLength={200}
        autoComplete="off"
        value={form.source}
        onChange={({ target }) => change({ source: target.value })}
      />
      <TextField
        label={words.password}
        hint={words.passwordHint}
        type="password"
        name="password"
        minLength={8}
        autoComplete="new-password"
        value={form.password}
        onChange={({ target }) => change({ password: target.value })}
      />
      <SelectField
        label={words.expiry}
        name="expiry"
        value={form.expiry}
        onChange={({ target }) => change({ expiry: target.value })}
      >
        {Object.entries(words.expiries).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      <SwitchField
        label={words.embed}
        hint={words.embedHint}
        checked={form.allowsEmbed}
        change={(allowsEmbed) => change({ allowsEmbed })}
      />
      {make.error && <Notice look="bad">{explainFailure(make.error)}</Notice>}
      <div className={dialogs.actions}>
        <Dialog.Close render={<Button />}>{texts.cancel}</Dialog.Close>
        <Button type="submit" look="primary" busy={make.isPending}>
          {make.isPending ? words.creating : words.create}
        </Button>
      </div>
    </form>
  )
}

interface PanelChoiceProps {
  panels: SharePanel[]
  change: (panels: SharePanel[]) => void
}

function PanelChoice({ panels, change }: PanelChoiceProps) {
  const turn = (panel: SharePanel, isOn: boolean) =>
    change(allPanels.filter((one) => (one === panel ? isOn : panels.includes(one))))
  return (
    <fieldset className={keys.scopes}>
      <legend>{words.shows}</legend>
      {allPanels.map((panel) => (
        <label key={panel} className={keys.scope}>
          <input
            type="checkbox"
            checked={panels.includes(panel)}
            onChange={({ target }) => turn(panel, target.checked)}
          />
          {words.panels[panel]}
        </label>
      ))}
      {panels.length === 0 && <Notice look="bad">{words.noPanel}</Notice>}
    </fieldset>
  )
}
