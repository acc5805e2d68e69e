import { type FormEvent, useState } from 'react'
import { type Site, type SiteChanges, useSaveSite } from '../../api/site/sites.ts'
import { Button } from '../../parts/forms/button.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import forms from '../../parts/forms/form.module.css'
import { CurrencyField, readDomain, TimezoneField } from '../../parts/forms/site-fields.tsx'
import { SwitchField } from '../../parts/forms/switch-field.tsx'
import { useChanges } from '../../parts/forms/use-changes.ts'
import { explainFailure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { settingsTexts } from '../../texts/settings.ts'
import { texts } from '../../texts/texts.ts'
import { ExchangeRates } from './exchange-rates.tsx'
import { IdentityKey } from './identity-key.tsx'
import { LinesField } from './lines-field.tsx'
import { OwnVisits } from './own-visits.tsx'
import { RetentionField } from './retention-field.tsx'
import type { SectionProps } from './section-props.ts'

const words = settingsTexts

/** How a site is counted and shown. Only changed fields are sent. */
export function GeneralForm({ site }: SectionProps) {
  const { form, change, submit, save, isSaved, lacksDomains } = useSiteForm(site)
  return (
    <form className={forms.form} onSubmit={submit}>
      <TextField
        label={texts.siteForm.name}
        name="name"
        required
        value={form.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <LinesField
        label={words.domains}
        hint={words.domainsHint}
        error={lacksDomains ? texts.siteForm.domainBad : undefined}
        name="domains"
        value={form.domains}
        change={(text) => change({ domains: text })}
      />
      <div className={forms.pair}>
        <TimezoneField value={form.timezone} change={(timezone) => change({ timezone })} />
        <CurrencyField value={form.currency} change={(currency) => change({ currency })} />
      </div>
      <ExchangeRates siteId={site.id} />
      <PrivacyFields siteId={site.id} form={form} change={change} />
      <LinesField
        label={words.excludedAddresses}
        hint={words.excludedAddressesHint}
        name="excludedAddresses"
        value={form.excludedAddresses}
        change={(excludedAddresses) => change({ excludedAddresses })}
      />
      <LinesField
        label={words.excludedPaths}
        hint={words.excludedPathsHint}
        name="excludedPaths"
        value={form.excludedPaths}
        change={(excludedPaths) => change({ excludedPaths })}
      />
      <OwnVisits domain={site.domains[0] ?? location.host} />
      <RetentionField days={form.keepDays} change={(keepDays) => change({ keepDays })} />
      {save.error && <Notice look="bad">{explainFailure(save.error)}</Notice>}
      <div className={forms.actions}>
        <Button type="submit" look="primary" busy={save.isPending}>
          {save.isPending ? texts.saving : texts.save}
        </Button>
        <span role="status">{isSaved && texts.saved}</span>
      </div>
    </form>
  )
}

/** The contents of the fields: lists as lines of text, days as they are typed, null for ever. */
function fieldsOf(site: Site) {
  const { name, timezone, currency, privacyMode, respectDoNotTrack } = site
  const { identification, requireSignedIdentify, retentionDays } = site
  return {
    ...{ name, timezone, currency, privacyMode, respectDoNotTrack },
    ...{ identification, requireSignedIdentify },
    domains: site.domains.join('\n'),
    excludedAddresses: site.excludedAddresses.join('\n'),
    excludedPaths: site.excludedPaths.join('\n'),
    keepDays: retentionDays?.toString() ?? null,
  }
}

type SiteFields = ReturnType<typeof fieldsOf>

function useSiteForm(site: Site) {
  const save = useSaveSite(site.id)
  const { form, changes, change, send, isSaved } = useChanges(fieldsOf(site), save)
  const [tried, setTried] = useState(false)
  const lacksDomains = readDomains(form.domains) === undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!lacksDomains) send(readChanges(changes))
  }
  return { form, change, submit, save, isSaved, lacksDomains: tried && lacksDomains }
}

function readChanges(changes: Partial<SiteFields>): SiteChanges {
  const { domains, excludedAddresses, excludedPaths, keepDays, ...others } = changes
  return {
    ...others,
    ...(domains !== undefined && { domains: readDomains(domains) ?? [] }),
    ...(excludedAddresses !== undefined && { excludedAddresses: readLines(excludedAddresses) }),
    ...(excludedPaths !== undefined && { excludedPaths: readLines(excludedPaths) }),
    ...(keepDays !== undefined && { retentionDays: keepDays === null ? 'off' : Number(keepDays) }),
  }
}

type SiteForm = ReturnType<typeof useSiteForm>

/** How visitors are recognised, and with which consent. */
function PrivacyFields({
  siteId,
  form,
  change,
}: Pick<SiteForm, 'form' | 'change'> & { siteId: string }) {
  return (
    <>
      <SwitchField
        label={words.identification}
        hint={words.identificationHint}
        checked={form.identification}
        change={(identification) => change({ identification })}
      />
      <SwitchField
        label={words.requireSignedIdentify}
        hint={words.requireSignedIdentifyHint}
        checked={form.requireSignedIdentify}
        change={(requireSignedIdentify) => change({ requireSignedIdentify })}
      />
      <IdentityKey siteId={siteId} />
      <SwitchField
        label={words.cookieless}
        hint={words.cookielessHint}
        checked={form.privacyMode === 'cookieless'}
        change={(on) => change({ privacyMode: on ? 'cookieless' : 'cookies' })}
      />
      <SwitchField
        label={words.respectDoNotTrack}
        hint={words.respectDoNotTrackHint}
        checked={form.respectDoNotTrack}
        change={(respectDoNotTrack) => change({ respectDoNotTrack })}
      />
    </>
  )
}

function readLines(text: string): string[] {
  return text.split(/[\s,]+/).filter((line) => line !== '')
}

function readDomains(text: string): string[] | undefined {
  const lines = readLines(text)
  const domains = lines.flatMap((line) => readDomain(line) ?? [])
  return lines.length > 0 && domains.length === lines.length ? domains : undefined
}
