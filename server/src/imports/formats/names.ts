/**
 * Other tools' names of browsers and systems, lower-case, with the names that our own collection uses
 * (`client/read-device.ts`). Other names stay as they are.
 */
const browsers = new Map([
  ['chrome', 'Chrome'],
  ['crios', 'Chrome'],
  ['chromium-webview', 'Chrome WebView'],
  ['firefox', 'Firefox'],
  ['fxios', 'Firefox'],
  ['safari', 'Safari'],
  ['ios', 'Safari'],
  ['ios-webview', 'WebKit'],
  ['mobile safari', 'Safari'],
  ['edge', 'Edge'],
  ['edge-chromium', 'Edge'],
  ['edge-ios', 'Edge'],
  ['microsoft edge', 'Edge'],
  ['opera', 'Opera'],
  ['samsung', 'Samsung Internet'],
  ['samsung browser', 'Samsung Internet'],
  ['yandexbrowser', 'Yandex'],
])

const systems = new Map([
  ['mac os', 'macOS'],
  ['macos', 'macOS'],
  ['mac', 'macOS'],
  ['macintosh', 'macOS'],
  ['android os', 'Android'],
  ['android', 'Android'],
  ['ios', 'iOS'],
  ['linux', 'Linux'],
  ['chrome os', 'Chrome OS'],
  ['chromeos', 'Chrome OS'],
  ['windows', 'Windows'],
  ['web', ''],
])

const devices = new Map([
  ['desktop', 'desktop'],
  ['laptop', 'desktop'],
  ['mobile', 'mobile'],
  ['smartphone', 'mobile'],
  ['tablet', 'tablet'],
])

export function browserName(text: string): string {
  return browsers.get(text.trim().toLowerCase()) ?? plain(text)
}

/** `Windows 10` is the system Windows in version 10. */
export function systemName(text: string): { os: string; osVersion: string } {
  const name = text.trim()
  const [, windows] = /^windows (.+)$/i.exec(name) ?? []
  if (windows !== undefined) return { os: 'Windows', osVersion: windows.slice(0, 40) }
  return { os: systems.get(name.toLowerCase()) ?? plain(name), osVersion: '' }
}

export function deviceName(text: string): string {
  return devices.get(text.trim().toLowerCase()) ?? ''
}

const unsaid = new Set([
  '',
  '(not set)',
  '(none)',
  '(other)',
  '<other>',
  'null',
  'undefined',
  'unknown',
])

/** The text of a cell, `''` for other tools' words for "none". */
export function plain(text: string): string {
  const trimmed = text.trim()
  return unsaid.has(trimmed.toLowerCase()) ? '' : trimmed.slice(0, 255)
}

let codes: Map<string, string> | undefined

/** ISO 3166-1 alpha-2 of a country, given its code or its English name; `''` for anything else. */
export function countryOf(text: string): string {
  const name = plain(text)
  if (/^[a-z]{2}$/i.test(name)) return name.toUpperCase()
  codes ??= countryNames()
  return codes.get(name.toLowerCase()) ?? ''
}

function countryNames(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const found = new Map<string, string>([
    ['turkey', 'TR'],
    ['czech republic', 'CZ'],
    ['hong kong', 'HK'],
    ['macao', 'MO'],
    ['myanmar (burma)', 'MM'],
    ['côte d’ivoire', 'CI'],
  ])
  for (let first = 65; first <= 90; first++) {
    for (let second = 65; second <= 90; second++) {
      const code = String.fromCharCode(first, second)
      const name = names.of(code)
      if (name !== undefined && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), code)
    }
  }
  return found
}
