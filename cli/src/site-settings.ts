import { AppError } from '@tributary/server/errors.ts'
import type { SiteSettings } from '@tributary/server/sites/manage-sites.ts'

/** What `site set` takes, by the name people type. */
const readers: Record<string, (value: string, name: string) => SiteSettings> = {
  name: (value) => ({ name: value }),
  domains: (value) => ({ domains: value.split(',').filter((domain) => domain.trim() !== '') }),
  timezone: (value) => ({ timezone: value }),
  currency: (value) => ({ currency: value }),
  identification: (value, name) => ({ identification: readSwitch(value, name) }),
  privacy: (value) => ({ privacyMode: readPrivacy(value) }),
  respectDoNotTrack: (value, name) => ({ respectDoNotTrack: readSwitch(value, name) }),
}

export const settingNames: readonly string[] = Object.keys(readers)

/** Reads `name=value` words; refuses a name or a value that is not known. */
export function readSettings(words: readonly string[]): SiteSettings {
  return Object.assign({}, ...words.map(readSetting))
}

function readSetting(word: string): SiteSettings {
  const split = word.indexOf('=')
  const typed = word.slice(0, split)
  const name = settingNames.find((known) => known.toLowerCase() === typed.toLowerCase())
  const reader = name === undefined ? undefined : readers[name]
  if (split < 0 || name === undefined || reader === undefined) {
    throw new AppError('invalid', `${word}: expected NAME=VALUE, one of ${settingNames.join(', ')}`)
  }
  return reader(word.slice(split + 1).trim(), name)
}

function readSwitch(value: string, name: string): boolean {
  if (/^(on|true|yes|1)$/i.test(value)) return true
  if (/^(off|false|no|0)$/i.test(value)) return false
  throw new AppError('invalid', `${name} must be on or off`)
}

function readPrivacy(value: string): 'cookies' | 'cookieless' {
  if (value === 'cookies' || value === 'cookieless') return value
  throw new AppError('invalid', 'privacy must be cookies or cookieless')
}
