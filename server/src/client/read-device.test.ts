import { describe, expect, it } from 'vitest'
import { type DeviceHints, readDevice } from './read-device.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'

const read = (userAgent: string, hints: Partial<DeviceHints> = {}) => {
  const none = { brands: '', mobile: '', platform: '', platformVersion: '' }
  const { isBot, ...device } = readDevice({ userAgent, ...none, ...hints })
  return { isBot, line: Object.values(device).join('|') }
}

describe('user agents', () => {
  it.each([
    [windows, 'desktop|Chrome|142|Windows|10'],
    [`${windows} Edg/142.0.0.0`, 'desktop|Edge|142|Windows|10'],
    [iphone, 'mobile|Safari|17|iOS|17.4'],
    [iphone.replaceAll('iPhone', 'iPad'), 'tablet|Safari|17|iOS|17.4'],
    [
      `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${chrome} Mobile Safari/537.36`,
      'mobile|Chrome|142|Android|14',
    ],
    [
      'Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0',
      'mobile|Firefox|133|Android|14',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      'desktop|Safari|18|macOS|10.15',
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`,
      'desktop|Chrome|142|Chrome OS|',
    ],
  ])('%s', (userAgent, line) => {
    expect(read(userAgent)).toEqual({ isBot: false, line })
  })
})

describe('client hints', () => {
  it('name browsers that hide behind Chrome', () => {
    const brands = '"Chromium";v="142", "Brave";v="142", "Not_A Brand";v="99"'
    expect(read(windows, { brands }).line).toBe('desktop|Brave|142|Windows|10')
  })

  it('tell Windows 11 from 10', () => {
    const platform = '"Windows"'
    expect(read(windows, { platform, platformVersion: '"15.0.0"' }).line).toContain('Windows|11')
    expect(read(windows, { platform, platformVersion: '"10.0.0"' }).line).toContain('Windows|10')
  })

  it('find tablets that ask for desktop pages', () => {
    const desktopMode = `Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`
    expect(read(desktopMode, { platform: '"Android"', mobile: '?0' }).line).toContain('tablet|')
    expect(read(desktopMode, { platform: '"Android"', mobile: '?1' }).line).toContain('mobile|')
  })

  it('are believed only where they say something known', () => {
    const hints = { brands: '"__proto__";v="1"', platform: '"constructor"', mobile: 'x' }
    expect(read(windows, hints).line).toBe('desktop|Chrome|142|Windows|10')
  })
})

describe('bots', () => {
  it.each([
    '',
    'curl/8.5.0',
    'python-requests/2.31',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    `Mozilla/5.0 (X11; Linux x86_64) ${chrome.replace('Chrome', 'HeadlessChrome')} Safari/537.36`,
    'GPTBot/1.0',
    'a'.repeat(1025),
  ])('%s is one', (userAgent) => {
    expect(read(userAgent).isBot).toBe(true)
  })

  it('are detected quickly, whatever the header', () => {
    const startMs = performance.now()
    for (const filler of ['a', '(', 'Mozilla/', 'Android ', ';', '.0']) {
      read(`Mozilla/5.0 ${filler.repeat(1000).slice(0, 1000)}`)
    }
    expect(performance.now() - startMs).toBeLessThan(3_000)
  })
})
