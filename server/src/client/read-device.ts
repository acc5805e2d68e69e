import { isbot } from 'isbot'
import parse from 'ua-parser-js'
import { boundedCache } from '../bounded-cache.ts'

/** A request's headers about the browser. */
export interface DeviceHints {
  userAgent: string
  /** `Sec-CH-UA`, the browser's own list of its names. */
  brands: string
  /** `Sec-CH-UA-Mobile`: `?1` or `?0`. */
  mobile: string
  /** `Sec-CH-UA-Platform`, quoted. */
  platform: string
  /** `Sec-CH-UA-Platform-Version`, quoted; only sent to servers that asked for it. */
  platformVersion: string
}

export interface Device {
  readonly isBot: boolean
  readonly device: '' | 'desktop' | 'mobile' | 'tablet'
  readonly browser: string
  readonly browserVersion: string
  readonly os: string
  readonly osVersion: string
}

/** A longer user agent is no browser's, and matching it would be expensive. */
const longestUserAgent = 1024

const unknown: Device = Object.freeze({
  isBot: true,
  device: '',
  browser: '',
  browserVersion: '',
  os: '',
  osVersion: '',
})

// Parsing takes some 50 times as long as looking up, and a site's visitors share few browsers.
const known = boundedCache<string, Device>(20_000)

/** Determines browser, system and kind of device. A missing or absurd user agent is a bot's. */
export function readDevice(hints: DeviceHints): Device {
  const { userAgent, brands, mobile, platform, platformVersion } = hints
  if (userAgent === '' || userAgent.length > longestUserAgent) return unknown
  const key =
    brands === '' && platform === '' && mobile === ''
      ? userAgent
      : `${userAgent}\n${brands}\n${mobile}\n${platform}\n${platformVersion}`
  let device = known.get(key)
  if (device === undefined) {
    device = parseDevice(hints)
    // Strangers choose these headers: a long one is parsed but not cached.
    if (key.length <= longestUserAgent) known.set(key, device)
  }
  return device
}

/** Browsers that use Chrome's user agent and name themselves only in `Sec-CH-UA`. */
const brandNames = new Map([
  ['Brave', 'Brave'],
  ['Microsoft Edge', 'Edge'],
  ['Opera', 'Opera'],
  ['Opera GX', 'Opera'],
  ['Vivaldi', 'Vivaldi'],
  ['YaBrowser', 'Yandex'],
  ['Yandex', 'Yandex'],
  ['DuckDuckGo', 'DuckDuckGo'],
  ['Samsung Internet', 'Samsung Internet'],
  ['HeadlessChrome', 'Chrome Headless'],
])

const browserNames = new Map([
  ['Mobile Safari', 'Safari'],
  ['Samsung Browser', 'Samsung Internet'],
  ['Opera Mobi', 'Opera'],
  ['Opera Mobile', 'Opera'],
  ['Opera Mini', 'Opera'],
  ['Opera Touch', 'Opera'],
  ['Mobile Firefox', 'Firefox'],
])

const systemNames = new Map([
  ['Mac OS', 'macOS'],
  ['Chromium OS', 'Chrome OS'],
])

const platformNames = new Map([
  ['Windows', 'Windows'],
  ['macOS', 'macOS'],
  ['Android', 'Android'],
  ['Linux', 'Linux'],
  ['iOS', 'iOS'],
  ['Chrome OS', 'Chrome OS'],
  ['Chromium OS', 'Chrome OS'],
])

function parseDevice(hints: DeviceHints): Device {
  const { browser, os, device } = parse(hints.userAgent)
  const brand = brandOf(hints.brands)
  const platform = platformNames.get(unquoted(hints.platform)) ?? ''
  const parsedSystem = systemNames.get(os.name ?? '') ?? os.name ?? ''
  const system = platform || parsedSystem
  const parsedName = browser.name ?? ''
  return {
    isBot: isbot(hints.userAgent) || hints.brands.includes('HeadlessChrome'),
    device: deviceKind(device.type, system, hints.mobile),
    browser: brand?.name ?? browserNames.get(parsedName) ?? parsedName,
    browserVersion: brand?.version ?? shortVersion(browser.version, 1),
    os: system,
    osVersion: systemVersion(system, hints, system === parsedSystem ? os.version : undefined),
  }
}

/** `"Chromium";v="142", "Brave";v="142"` names Brave. */
function brandOf(brands: string): { name: string; version: string } | undefined {
  for (const [, brand = '', version = ''] of brands.matchAll(/"([^"]{1,40})";\s*v="(\d{1,5})/g)) {
    const name = brandNames.get(brand)
    if (name !== undefined) return { name, version }
  }
  return undefined
}

function deviceKind(type: string | undefined, system: string, mobile: string): Device['device'] {
  if (type === 'mobile' || type === 'wearable') return 'mobile'
  if (type === 'tablet') return 'tablet'
  if (mobile === '?1') return 'mobile'
  // Tablets that request desktop pages claim to run Linux; only the platform hint still says Android.
  if (system === 'Android') return 'tablet'
  if (system === 'iOS') return 'mobile'
  return type === undefined && system === '' ? '' : 'desktop'
}

/** Windows 11 claims to be Windows 10 everywhere but here: platform versions from 13 on are 11. */
function systemVersion(system: string, hints: DeviceHints, parsed: string | undefined): string {
  const hinted = unquoted(hints.platformVersion)
  if (system === 'Windows' && hinted !== '') {
    const major = Number.parseInt(hinted, 10)
    if (major >= 13) return '11'
    if (major > 0) return '10'
  }
  // Chrome OS has build numbers, which mean nothing to a reader.
  return system === 'Chrome OS' ? '' : shortVersion(parsed, 2)
}

function shortVersion(version: string | undefined, parts: number): string {
  return (version ?? '').slice(0, 40).split('.').slice(0, parts).join('.')
}

function unquoted(text: string): string {
  return text.replace(/^"|"$/g, '')
}
