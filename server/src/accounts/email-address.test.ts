import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkEmail, readEmail, typedEmail } from './email-address.ts'

describe('the address of an account', () => {
  it('is the same in capitals and with spaces around it', () => {
    expect(checkEmail(' Ana.B+x@Shop.EXAMPLE\n')).toBe('ana.b+x@shop.example')
    expect(typedEmail(' Ana.B+x@Shop.EXAMPLE\n')).toBe('ana.b+x@shop.example')
  })

  it.each([
    'ana\u212a@x.example',
    '\uff41na@x.example',
    'e\u0301@x.example',
    'a\u200bna@x.example',
    'a\u202ena@x.example',
    'ana@x.example\u00a0',
    'ana @x.example',
    'ana@x@x.example',
    'ana',
    `${'a'.repeat(320)}@x.example`,
  ])('is not %j', (text) => {
    expect(readEmail(text)).toBeUndefined()
  })

  it('keeps characters other than A to Z unchanged', () => {
    expect(readEmail('JÜRGEN@münchen.example')).toBe('jÜrgen@münchen.example')
    expect(readEmail('İ@x.example')).toBe('İ@x.example')
  })

  it('never becomes that of another: folding changes A to Z alone', () => {
    const ascii = fc.stringMatching(/^[a-z0-9._+-]{1,20}@[a-z0-9-]{1,10}\.example$/)
    fc.assert(
      fc.property(ascii, fc.string({ unit: 'grapheme', maxLength: 30 }), (email, text) => {
        const read = readEmail(text)
        if (read === email) expect(text.toUpperCase()).toBe(email.toUpperCase())
        if (read !== undefined) expect([...read].length).toBe([...text].length)
        expect(readEmail(email.toUpperCase())).toBe(email)
      }),
    )
  })
})
