import { describe, expect, it } from 'vitest'
import { isSameOrigin } from './same-origin.ts'

const publicUrl = 'https://stats.example'
const nothing = { method: 'POST', secFetchSite: undefined, origin: undefined, host: undefined }

describe('a change', () => {
  it.each([
    ['from our own page', { secFetchSite: 'same-origin' }],
    ['typed into the address bar', { secFetchSite: 'none' }],
    ['from our own page, in an older browser', { origin: 'https://stats.example' }],
    [
      'at another address of ours, without https',
      { origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' },
    ],
  ])('is let in %s', (_case, given) => {
    expect(isSameOrigin({ ...nothing, ...given }, publicUrl)).toBe(true)
  })

  it.each([
    ['from another site', { secFetchSite: 'cross-site', origin: 'https://stats.example' }],
    ['from a neighbouring host', { secFetchSite: 'same-site' }],
    ['from another site, in an older browser', { origin: 'https://evil.example' }],
    ['from our host without https', { origin: 'http://stats.example', host: 'other' }],
    ['from a sandboxed page', { origin: 'null' }],
    ['from an unknown origin', {}],
    ['with an odd header', { secFetchSite: 'same-origin, cross-site' }],
  ])('is refused %s', (_case, given) => {
    expect(isSameOrigin({ ...nothing, ...given }, publicUrl)).toBe(false)
  })

  it.each(['GET', 'HEAD', 'OPTIONS'])('is what a %s never makes', (method) => {
    const foreign = { ...nothing, method, secFetchSite: 'cross-site' }
    expect(isSameOrigin(foreign, publicUrl)).toBe(true)
  })
})
