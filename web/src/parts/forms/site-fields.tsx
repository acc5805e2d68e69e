import { useMemo } from 'react'
import type { NewSite } from '../../api/site/sites.ts'
import { texts } from '../../texts/texts.ts'
import { SelectField, TextField } from './field.tsx'
import forms from './form.module.css'
import { knownCurrencies, knownTimezones } from './zones-and-currencies.ts'

interface SiteFieldsProps {
  site: NewSite
  change: (site: NewSite) => void
  domainError?: string | undefined
}

/** What a new site needs: its domain, and the zone and currency of its reports. */
export function SiteFields({ site, change, domainError }: SiteFieldsProps) {
  return (
    <>
      <TextField
        label={texts.siteForm.domain}
        hint={texts.siteForm.domainHint}
        error={domainError}
        name="domain"
        required
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        inputMode="url"
        placeholder={texts.siteForm.domainPlaceholder}
        value={site.domain}
        onChange={(event) => change({ ...site, domain: event.target.value })}
      />
      <div className={forms.pair}>
        <TimezoneField value={site.timezone} change={(timezone) => change({ ...site, timezone })} />
        <CurrencyField value={site.currency} change={(currency) => change({ ...site, currency })} />
      </div>
    </>
  )
}

interface ChoiceProps {
  value: string
  change: (value: string) => void
}

export function TimezoneField({ value, change }: ChoiceProps) {
  const zones = useMemo(() => knownTimezones(value), [value])
  return (
    <SelectField
      label={texts.siteForm.timezone}
      hint={texts.siteForm.timezoneHint}
      name="timezone"
      value={value}
      onChange={(event) => change(event.target.value)}
    >
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </SelectField>
  )
}

export function CurrencyField({ value, change }: ChoiceProps) {
  const currencies = useMemo(() => knownCurrencies(value), [value])
  return (
    <SelectField
      label={texts.siteForm.currency}
      hint={texts.siteForm.currencyHint}
      name="currency"
      value={value}
      onChange={(event) => change(event.target.value)}
    >
      {currencies.map(({ code, name }) => (
        <option key={code} value={code}>
          {code} – {name}
        </option>
      ))}
    </SelectField>
  )
}

/** The host of what a person typed or pasted: an address, a host, with or without `www.`. */
export function readDomain(text: string): string | undefined {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/:\d+$/, '')
    // A site's domain includes its subdomains, so `www.` would only exclude the bare domain.
    .replace(/^www\.(?=.+\.)/, '')
  return /^(?:localhost|(?:\d{1,3}\.){3}\d{1,3}|[\p{L}\d-]+(?:\.[\p{L}\d-]+)+)$/u.test(host)
    ? host
    : undefined
}
