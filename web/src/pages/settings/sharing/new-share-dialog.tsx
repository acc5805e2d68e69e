import type { NewShare, SharePanel } from '@tributary/contract/app/share.ts'
import { useState } from 'react'
import { useMakeShare } from '../../../api/site/shares.ts'
import { DialogForm, SmallDialog } from '../../../parts/dialogs/small-dialog.tsx'
import { Choices } from '../../../parts/forms/choices.tsx'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { SwitchField } from '../../../parts/forms/switch-field.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { careTexts } from '../../../texts/care.ts'
import { BrandFields, brandProblem } from './brand-fields.tsx'
import { ShownLink } from './share-link-dialog.tsx'

const words = careTexts.sharing

/** Makes a share link and shows its address. */
export function NewShareDialog({ siteId, close }: { siteId: string; close: () => void }) {
  const make = useMakeShare(siteId)
  return (
    <SmallDialog title={make.data ? words.made : words.make} close={close} isFirm>
      {make.data ? (
        <ShownLink link={make.data.link} isEmbeddable={make.data.share.allowsEmbed} isNew />
      ) : (
        <NewShareForm make={make} />
      )}
    </SmallDialog>
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
  title: '',
  accent: '',
  logo: '',
}

/** The link to create, without fields that were left empty. */
function shareOf({ name, panels, showsMoney, allowsEmbed, ...form }: typeof blank): NewShare {
  const { password, source, expiry, title, accent, logo } = form
  return {
    name,
    panels,
    showsMoney,
    allowsEmbed,
    ...(password !== '' && { password }),
    ...(source.trim() !== '' && { filters: [['is', 'source', [source.trim()]]] }),
    ...(expiry !== 'never' && { expiresInDays: Number(expiry) }),
    ...(title.trim() !== '' && { title }),
    ...(accent !== '' && { accent }),
    ...(logo !== '' && { logo }),
  }
}

function NewShareForm({ make }: { make: ReturnType<typeof useMakeShare> }) {
  const [form, setForm] = useState(blank)
  const change = (changed: Partial<typeof form>) => setForm({ ...form, ...changed })
  const submit = () => {
    if (form.panels.length === 0 || brandProblem(form.accent) !== undefined) return
    make.mutate(shareOf(form))
  }
  return (
    <DialogForm submit={submit} mutation={make} action={words.create} busy={words.creating}>
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
      <Choices
        legend={words.shows}
        options={words.panels}
        chosen={form.panels}
        change={(panels) => change({ panels })}
      />
      {form.panels.length === 0 && <Notice look="bad">{words.noPanel}</Notice>}
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
      <BrandFields brand={form} change={change} />
    </DialogForm>
  )
}
