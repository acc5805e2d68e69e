import { describe, expect, it } from 'vitest'
import { readPagePath, readPageUrl } from './page-address.ts'

describe('the path', () => {
  it.each([
    ['https://shop.example/', '/'],
    ['https://shop.example', '/'],
    ['https://shop.example/a/b.html?x=1#top', '/a/b.html'],
    ['https://shop.example/caf\u00e9', '/caf%C3%A9'],
    ['https://shop.example/a/../b', '/b'],
    ['https://shop.example/unsubscribe/ana@mail.example/now', '/unsubscribe/[email]/now'],
    ['https://shop.example/u/ana%40mail.example', '/u/[email]'],
    ['https://shop.example/@ana/post', '/@ana/post'],
    ['https://shop.example/cart;jsessionid=AB12?x=1', '/cart'],
    ['https://shop.example/a;v=1/b', '/a;v=1/b'],
    ['https://shop.example/#/settings/team?tab=1', '/#/settings/team'],
    ['https://shop.example/app/#!/cart', '/app/#!/cart'],
    ['https://shop.example/#access_token=abc', '/'],
  ])('of %s is %s', (url, path) => {
    expect(readPageUrl(url)?.path).toBe(path)
  })

  it.each([
    'shop.example/a',
    'ftp://shop.example/a',
    'file:///home/ana/index.html',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
    '',
    `https://shop.example/${'a'.repeat(2048)}`,
  ])('refuses %s', (url) => {
    expect(readPageUrl(url)).toBeUndefined()
  })

  it('may come alone, but must begin with a single slash', () => {
    expect(readPagePath('/a?x=1')).toMatchObject({
      host: '',
      path: '/a',
      query: { retained: 'x=1' },
    })
    for (const path of ['a', '//evil.example/a', '', '?x=1', 'https://shop.example/']) {
      expect(readPagePath(path)).toBeUndefined()
    }
  })
})

describe('the host', () => {
  it.each([
    ['https://SHOP.Example/a', 'shop.example'],
    ['https://shop.example./a', 'shop.example'],
    ['http://localhost:5173/', 'localhost'],
    ['https://b\u00fccher.example/', 'xn--bcher-kva.example'],
  ])('of %s is %s', (url, host) => {
    expect(readPageUrl(url)?.host).toBe(host)
  })
})

describe('the query', () => {
  const retained = (query: string) => readPageUrl(`https://shop.example/?${query}`)?.query.retained

  it.each([
    ['q=shoes&page=2', 'q=shoes&page=2'],
    ['q=a%20b&empty=&flag', 'q=a%20b&empty=&flag'],
    ['&&a=1&&', 'a=1'],
  ])('keeps what the site is about: %s', (query, left) => {
    expect(retained(query)).toBe(left)
  })

  it.each([
    'utm_source=a',
    'UTM_Medium=a',
    'utm_anything=a',
    'gclid=a',
    'GCLID=a',
    'fbclid=a',
    'mc_eid=a',
    'ref=a',
    'via=a',
    '_ga=1',
    '_gl=1',
    '_trb=v.s.1',
    'mtm_campaign=a',
    'hsCtaTracking=a',
    '__hstc=a',
  ])('drops the tracking parameter %s', (query) => {
    expect(retained(query)).toBe('')
    expect(retained(`a=1&${query}&b=2`)).toBe('a=1&b=2')
  })

  it.each([
    'token=abc',
    'access_token=abc',
    'accessToken=abc',
    'reset-password-token=abc',
    'email=ana%40mail.example',
    'user[email]=ana',
    'customerEmail=ana',
    'password=abc',
    'api_key=abc',
    'code=abc',
    'state=abc',
    'session_id=cs_test_1',
    'payment_intent_client_secret=abc',
    'phone=123',
    'who=ana@mail.example',
    'who=ana%40mail.example',
    'x=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
    '%74oken=abc',
  ])('drops the secret %s', (query) => {
    expect(retained(`a=1&${query}&b=2`)).toBe('a=1&b=2')
  })
})
