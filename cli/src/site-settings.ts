import { AppError } from '@tributary/server/errors.ts'
import type { SiteSettings } from '@tributary/server/sites/manage-sites.ts'

/** The settings that `site set` accepts, by the name people type. */
const readers: Record<string, (value: string, name: string) => SiteSettings> = {
  name: (value) => ({ name: value }),
  domains: (value) => ({ domains: value.split(',').filter((domain) => domain.trim() !== '') }),
  timezone: (value) => ({ timezone: value }),
  currency: (value) => ({ currency: value }),
  identification: (value, name) => ({ identification: readSwitch(value, name) }),
  requireSignedIdentify: (value, name) => ({ requireSignedIdentify: readSwitch(value, name) }),
  privacy: (value) => ({ privacyMode: readPrivacy(value) }),
  respectDoNotTrack: (value, name) => ({ respectDoNotTrack: readSwitch(value, name) }),
  excludeAddresses: (value) => ({ excludedAddresses: value.split(',') }),
  excludePaths: (value) => ({ excludedPaths: value.split(',') }),
  retention: (value) => ({ retentionDays: readDays(value) }),
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

/** `400d`, or `off` to keep events for ever. */
function readDays(value: string): number | null {
  if (/^(off|never|none)$/i.test(value)) return null
  const [, days] = /^(\d{1,5})d?$/i.exec(value) ?? []
  if (days !== undefined) return Number(days)
  throw new AppError('invalid', 'retention must be a number of days such as 400d, or off')
}
