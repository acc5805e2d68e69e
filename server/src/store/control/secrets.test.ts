import { describe, expect, it } from 'vitest'
import { deriveSecrets } from './secrets.ts'

const secrets = deriveSecrets('a secret of at least thirty-two characters')

describe('secrets', () => {
  it('opens sealed text, which looks different every time', () => {
    for (const text of ['', 'ana@example.com', 'ünï 🙂 \u0000 שלום', 'x'.repeat(10_000)]) {
      const sealed = secrets.seal('email', text)
      expect(secrets.open('email', sealed)).toBe(text)
      expect(secrets.seal('email', text)).not.toBe(sealed)
      if (text.length > 3) expect(sealed).not.toContain(text)
    }
  })

  it('refuses what was changed, cut, made for another purpose or with another secret', () => {
    const sealed = secrets.seal('email', 'ana@example.com')
    const [version, body = ''] = sealed.split('.')
    for (const [index, byte] of Buffer.from(body, 'base64url').entries()) {
      const changed = Buffer.from(body, 'base64url').fill(byte ^ 1, index, index + 1)
      expect(() => secrets.open('email', `${version}.${changed.toString('base64url')}`)).toThrow()
    }
    const other = deriveSecrets('another secret of more than thirty-two characters')
    expect(() => secrets.open('email', sealed.slice(0, 12))).toThrow()
    expect(() => secrets.open('email', 'plain text')).toThrow()
    expect(() => secrets.open('webhook', sealed)).toThrow()
    expect(() => other.open('email', sealed)).toThrow()
  })

  it('hashes equal texts alike within one purpose only', () => {
    expect(secrets.hash('email site_a', 'x')).toBe(secrets.hash('email site_a', 'x'))
    expect(secrets.hash('email site_a', 'x')).not.toBe(secrets.hash('email site_b', 'x'))
    expect(secrets.hash('email site_a', 'x')).not.toBe(secrets.hash('email site_a', 'y'))
  })
})
