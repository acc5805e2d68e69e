import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownPath } from './own-path.ts'

const origin = 'https://stats.example'

/** Pieces from which addresses of other hosts have been disguised as paths. */
const piece = fc.oneof(
  fc.constantFrom('/', '//', '\\', '.', '..', '%2e', '%2E', '%2f', '%5c', '\t', '\n', '\r', ' '),
  fc.constantFrom('@', ':', '?', '#', 'evil.example', 'https:', 'http://', 'javascript:', '[::1]'),
  fc.constantFrom('\u3002', '\uff0f', '\uff3c', '\u0000', '\ud800', '\u2044', '%', '%00', '%09'),
  fc.string({ maxLength: 3 }),
)
const address = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''))
const disguised = fc
  .tuple(fc.constantFrom('', '/', '/.', '/%2e'), address)
  .map((parts) => parts.join(''))

describe('the address to continue at', () => {
  it('never leads to another origin, however it is written', () => {
    fc.assert(
      fc.property(disguised, fc.constantFrom('/', '/sign-in', '/sites/a//b?c#d'), (to, page) => {
        const path = ownPath(to, origin)
        const reached = new URL(path, origin + page)
        expect(path.startsWith('/')).toBe(true)
        expect(reached.origin).toBe(origin)
        // Browsers remove tabs and line breaks and take a backslash for a slash.
        expect(path).not.toMatch(/^\/[\t\n\r]*[/\\]/)
        expect(ownPath(path, origin)).toBe(path)
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([
    '/.//evil.example',
    '/..//evil.example',
    '/%2e//evil.example',
    '/x/..//evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.\\\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '',
  ])('is the start page instead of %j', (to) => {
    expect(ownPath(to, origin)).toBe('/')
  })

  it.each(['/', '/sites/a?range=7d&filter=a%2Fb#top', '/account#prove-email=abc', '/a//b'])(
    'stays %s',
    (to) => {
      expect(ownPath(to, origin)).toBe(to)
    },
  )
})
