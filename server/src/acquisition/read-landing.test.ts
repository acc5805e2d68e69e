import { describe, expect, it } from 'vitest'
import { channels } from './channel.ts'
import { readPageUrl } from './page-address.ts'
import { readLanding } from './read-landing.ts'

const domains = ['shop.example', 'www.shop-two.example']

function land(path: string, referrer = '') {
  const page = readPageUrl(`https://shop.example${path}`)
  if (page === undefined) throw new Error(`${path} is no page`)
  return readLanding(page, referrer, domains)
}

/** The landing's path and query, the referrer, and the expected source | medium | channel. */
const visits: [path: string, referrer: string, expected: string][] = [
  // No sign of anything.
  ['/', '', '||Direct'],
  ['/?page=2', '', '||Direct'],
  ['/', 'not a url', '||Direct'],
  ['/', 'about:blank', '||Direct'],
  ['/', 'javascript:alert(1)', '||Direct'],
  ['/', 'http://localhost:3000/', '||Direct'],
  ['/?utm_source=direct', '', '||Direct'],
  ['/?utm_source=(direct)&utm_medium=(none)', '', '||Direct'],
  // Search.
  ['/', 'https://www.google.com/', 'google|organic|Organic Search'],
  ['/', 'https://www.google.de/search?q=x', 'google|organic|Organic Search'],
  ['/', 'https://www.google.co.uk/', 'google|organic|Organic Search'],
  ['/', 'https://images.google.com/', 'google|organic|Organic Search'],
  ['/', 'https://www.bing.com/', 'bing|organic|Organic Search'],
  ['/', 'https://cn.bing.com/', 'bing|organic|Organic Search'],
  ['/', 'https://duckduckgo.com/', 'duckduckgo|organic|Organic Search'],
  ['/', 'https://html.duckduckgo.com/', 'duckduckgo|organic|Organic Search'],
  ['/', 'https://search.brave.com/', 'brave|organic|Organic Search'],
  ['/', 'https://yandex.ru/', 'yandex|organic|Organic Search'],
  ['/', 'https://www.baidu.com/', 'baidu|organic|Organic Search'],
  ['/', 'android-app://com.google.android.googlequicksearchbox/', 'google|organic|Organic Search'],
  ['/?utm_source=google&utm_medium=organic', '', 'google|organic|Organic Search'],
  ['/?utm_medium=organic', '', '(not set)|organic|Organic Search'],
  ['/', 'https://docs.google.com/document/d/1', 'google.com|referral|Referral'],
  // Paid search.
  ['/?gclid=x', 'https://www.google.com/', 'google|cpc|Paid Search'],
  ['/?gclid=x', '', 'google|cpc|Paid Search'],
  ['/?GCLID=x', '', 'google|cpc|Paid Search'],
  ['/?gbraid=x', '', 'google|cpc|Paid Search'],
  ['/?wbraid=x', '', 'google|cpc|Paid Search'],
  ['/?gad_source=1', '', 'google|cpc|Paid Search'],
  ['/?msclkid=x', '', 'bing|cpc|Paid Search'],
  ['/?yclid=x', '', 'yandex|cpc|Paid Search'],
  ['/?utm_source=google&utm_medium=cpc', '', 'google|cpc|Paid Search'],
  ['/?utm_source=Google&utm_medium=CPC', '', 'google|cpc|Paid Search'],
  ['/?utm_source=google.com&utm_medium=ppc', '', 'google|ppc|Paid Search'],
  ['/?utm_source=adwords&utm_medium=cpc', '', 'adwords|cpc|Paid Search'],
  ['/?utm_source=google&gclid=x', '', 'google|cpc|Paid Search'],
  // Social.
  ['/', 'https://www.facebook.com/', 'facebook.com|social|Organic Social'],
  ['/', 'https://l.facebook.com/l.php?u=x', 'facebook.com|social|Organic Social'],
  ['/', 'https://lm.facebook.com/', 'facebook.com|social|Organic Social'],
  ['/', 'https://m.facebook.com/', 'facebook.com|social|Organic Social'],
  ['/', 'https://t.co/abc', 'x.com|social|Organic Social'],
  ['/', 'https://twitter.com/a/status/1', 'x.com|social|Organic Social'],
  ['/', 'https://www.linkedin.com/', 'linkedin.com|social|Organic Social'],
  ['/', 'https://old.reddit.com/r/a', 'reddit.com|social|Organic Social'],
  ['/', 'android-app://com.linkedin.android/', 'linkedin.com|social|Organic Social'],
  ['/', 'https://news.ycombinator.com/item?id=1', 'news.ycombinator.com|social|Organic Social'],
  ['/?fbclid=x', '', 'facebook.com|social|Organic Social'],
  ['/?fbclid=x', 'https://l.instagram.com/', 'instagram.com|social|Organic Social'],
  ['/?igshid=x', '', 'instagram.com|social|Organic Social'],
  ['/?epik=x', '', 'pinterest.com|social|Organic Social'],
  ['/?utm_source=facebook', '', 'facebook||Organic Social'],
  ['/?utm_source=blog&utm_medium=social', '', 'blog|social|Organic Social'],
  ['/?utm_source=ig&utm_medium=social-media', '', 'ig|social-media|Organic Social'],
  ['/?fbclid=x&utm_source=fb&utm_medium=paid', '', 'fb|paid|Paid Social'],
  ['/?utm_source=facebook&utm_medium=cpc', '', 'facebook|cpc|Paid Social'],
  ['/?twclid=x', '', 'x.com|cpc|Paid Social'],
  ['/?li_fat_id=x', '', 'linkedin.com|cpc|Paid Social'],
  ['/?rdt_cid=x', '', 'reddit.com|cpc|Paid Social'],
  ['/?ScCid=x', '', 'snapchat.com|cpc|Paid Social'],
  ['/?qclid=x', '', 'quora.com|cpc|Paid Social'],
  // Video.
  ['/', 'https://www.youtube.com/watch?v=1', 'youtube.com|video|Organic Video'],
  ['/', 'https://youtu.be/1', 'youtube.com|video|Organic Video'],
  ['/', 'https://www.netflix.com/', 'netflix.com|video|Organic Video'],
  ['/?utm_source=partner&utm_medium=video', '', 'partner|video|Organic Video'],
  ['/?ttclid=x', '', 'tiktok.com|cpc|Paid Video'],
  ['/?utm_source=youtube&utm_medium=cpv', '', 'youtube|cpv|Paid Video'],
  ['/?utm_source=youtube&utm_medium=paid-video', '', 'youtube|paid-video|Paid Video'],
  // Shops.
  ['/', 'https://www.amazon.com/dp/1', 'amazon.com|referral|Organic Shopping'],
  ['/', 'https://www.etsy.com/', 'etsy.com|referral|Organic Shopping'],
  ['/?utm_source=a&utm_campaign=summer-shop', '', 'a||Organic Shopping'],
  ['/?utm_source=a&utm_campaign=workshop', '', 'a||Referral'],
  ['/?utm_source=a&utm_campaign=eshop', '', 'a||Organic Shopping'],
  ['/?gclid=x&utm_campaign=shopping', '', 'google|cpc|Paid Shopping'],
  ['/?utm_source=amazon&utm_medium=cpc', '', 'amazon|cpc|Paid Shopping'],
  // Assistants.
  ['/', 'https://chatgpt.com/', 'chatgpt.com|ai-assistant|AI Assistant'],
  ['/', 'https://chat.openai.com/', 'chatgpt.com|ai-assistant|AI Assistant'],
  ['/?utm_source=chatgpt.com', 'https://chatgpt.com/', 'chatgpt.com|ai-assistant|AI Assistant'],
  ['/?utm_source=chatgpt.com', '', 'chatgpt.com|ai-assistant|AI Assistant'],
  ['/', 'https://www.perplexity.ai/', 'perplexity.ai|ai-assistant|AI Assistant'],
  ['/', 'https://claude.ai/chat/1', 'claude.ai|ai-assistant|AI Assistant'],
  ['/', 'https://gemini.google.com/', 'gemini.google.com|ai-assistant|AI Assistant'],
  ['/', 'https://copilot.microsoft.com/', 'copilot.microsoft.com|ai-assistant|AI Assistant'],
  ['/?utm_source=perplexity&utm_medium=cpc', '', 'perplexity|cpc|Paid Other'],
  // Mail.
  ['/', 'https://mail.google.com/', 'gmail|email|Email'],
  ['/', 'android-app://com.google.android.gm/', 'gmail|email|Email'],
  ['/', 'https://outlook.live.com/', 'outlook|email|Email'],
  ['/?mc_cid=x&mc_eid=y', '', 'mailchimp|email|Email'],
  ['/?_kx=x', '', 'klaviyo|email|Email'],
  ['/?utm_source=newsletter', '', 'newsletter||Email'],
  ['/?utm_source=email', '', 'email||Email'],
  ['/?utm_source=june&utm_medium=email', '', 'june|email|Email'],
  ['/?utm_medium=E-Mail', '', '(not set)|e-mail|Email'],
  // The rest of the list.
  ['/?utm_source=a&utm_campaign=cross-network-1', '', 'a||Cross-network'],
  ['/?utm_source=a&utm_medium=display', '', 'a|display|Display'],
  ['/?utm_source=a&utm_medium=banner', '', 'a|banner|Display'],
  ['/?utm_source=a&utm_medium=cpm', '', 'a|cpm|Display'],
  ['/?dclid=x', '', 'display-video-360|display|Display'],
  ['/?utm_source=a&utm_medium=cpc', '', 'a|cpc|Paid Other'],
  ['/?utm_source=a&utm_medium=retargeting', '', 'a|retargeting|Paid Other'],
  ['/?tblci=x', '', 'taboola.com|cpc|Paid Other'],
  ['/?utm_source=joe&utm_medium=affiliate', '', 'joe|affiliate|Affiliates'],
  ['/?irclickid=x', '', 'impact.com|affiliate|Affiliates'],
  ['/?utm_source=pod&utm_medium=audio', '', 'pod|audio|Audio'],
  ['/?utm_source=sms', '', 'sms||SMS'],
  ['/?utm_source=a&utm_medium=web-push', '', 'a|web-push|Mobile Push'],
  ['/?utm_source=firebase', '', 'firebase||Mobile Push'],
  // Referrals and weak mentions.
  ['/', 'https://blog.example.co.uk/post?x=1', 'example.co.uk|referral|Referral'],
  ['/', 'https://www.ax.com/', 'ax.com|referral|Referral'],
  ['/', 'https://ana.github.io/', 'ana.github.io|referral|Referral'],
  ['/', 'https://xn--bcher-kva.example/', 'xn--bcher-kva.example|referral|Referral'],
  ['/?ref=producthunt', '', 'producthunt.com|social|Organic Social'],
  ['/?source=Twitter', '', 'x.com|social|Organic Social'],
  ['/?utm_source=twitter&ref=reddit', '', 'twitter||Organic Social'],
  ['/?ref=ana', 'https://www.google.com/', 'ana|referral|Referral'],
  ['/?via=ana', '', 'ana|referral|Referral'],
  ['/?source=one&ref=two', '', 'two|referral|Referral'],
  ['/?ref=https://www.ana.example/page', '', 'ana.example|referral|Referral'],
  ['/?utm_source=a&ref=b', 'https://www.google.com/', 'a||Referral'],
  ['/?utm_source=www.ana.example', '', 'ana.example||Referral'],
  ['/?utm_campaign=spring', '', '(not set)||Referral'],
  ['/?utm_campaign=spring', 'https://www.google.com/', 'google|organic|Organic Search'],
  ['/?utm_source=v1.2 launch', '', 'v1.2 launch||Referral'],
  ['/?utm_source=%E0%A4%A', '', '%e0%a4%a||Referral'],
]

describe('where a visit came from', () => {
  it.each(visits)('%s from "%s" is %s', (path, referrer, expected) => {
    const { acquisition, isReturn } = land(path, referrer)
    const { source, medium, channel } = acquisition
    expect(`${source}|${medium}|${channel}`).toBe(expected)
    expect(channels).toContain(channel)
    expect(acquisition.touch).toBe(channel === 'Direct' ? 'direct' : 'source')
    expect(isReturn).toBe(false)
  })

  it('keeps the kind of click id and never its value', () => {
    const { acquisition } = land('/?gclid=Cj0KSECRET&fbclid=IwARSECRET', 'https://www.google.com/')
    expect(acquisition.clickId).toBe('gclid')
    expect(JSON.stringify(acquisition)).not.toContain('secret')
    expect(JSON.stringify(acquisition)).not.toContain('SECRET')
  })

  it('keeps campaign, term and content in lower case', () => {
    expect(land('/?utm_source=A&utm_campaign=Spring+Sale&utm_term=T&utm_content=C')).toMatchObject({
      acquisition: { source: 'a', campaign: 'spring sale', term: 't', content: 'c' },
    })
  })

  it('keeps the referrer without query, fragment and user', () => {
    const { acquisition } = land('/', 'https://u:p@blog.example.org:8443/a/me@x.org?q=1#f')
    expect(acquisition.referrer).toBe('https://blog.example.org:8443/a/[email]')
    expect(acquisition.referrerHost).toBe('blog.example.org')
  })

  it('cuts absurdly long campaign words rather than losing the hit', () => {
    expect(land(`/?utm_source=${'a'.repeat(1000)}`).acquisition.source).toHaveLength(255)
  })
})

describe('pages of the same site', () => {
  it.each([
    ['/', 'https://shop.example/a'],
    ['/', 'https://www.shop.example/'],
    ['/', 'https://checkout.shop.example/pay'],
    ['/', 'https://shop-two.example/'],
    ['/', 'https://help.shop-two.example/'],
    ['/?ref=nav', 'https://shop.example/'],
  ])('%s from %s is never a source', (path, referrer) => {
    const { acquisition, isReturn } = land(path, referrer)
    expect(acquisition).toMatchObject({ touch: 'internal', channel: '', source: '', referrer })
    expect(isReturn).toBe(false)
  })

  it('are a source when the link is tagged', () => {
    const { acquisition } = land('/?utm_source=footer', 'https://shop.example/')
    expect(acquisition).toMatchObject({ touch: 'source', source: 'footer', referrer: '' })
  })

  it('do not include hosts that only look alike', () => {
    expect(land('/', 'https://myshop.example/').acquisition.source).toBe('myshop.example')
    expect(land('/', 'https://shop.example.evil.test/').acquisition.touch).toBe('source')
  })
})

describe('checkouts and logins', () => {
  it.each([
    ['/', 'https://checkout.stripe.com/'],
    ['/', 'https://buy.stripe.com/abc'],
    ['/', 'https://store.lemonsqueezy.com/'],
    ['/', 'https://polar.sh/'],
    ['/', 'https://buy.paddle.com/'],
    ['/', 'https://www.paypal.com/'],
    ['/', 'https://gumroad.com/'],
    ['/', 'https://pay.klarna.com/'],
    ['/', 'https://login.microsoftonline.com/'],
    ['/', 'https://ana.okta.com/'],
    ['/', 'https://github.com/'],
    ['/', 'https://accounts.google.com/'],
    ['/?session_id=cs_test_1&utm_source=newsletter', 'https://checkout.stripe.com/'],
    ['/?session_id=cs_live_1&utm_source=newsletter', ''],
    ['/?payment_intent=pi_1', ''],
    ['/?_ptxn=txn_1&utm_source=a', ''],
    ['/?checkout_id=1', 'https://polar.sh/'],
    ['/?subscription_id=1&status=active', ''],
  ])('%s from %s is a return and by itself direct', (path, referrer) => {
    const { acquisition, isReturn } = land(path, referrer)
    expect(isReturn).toBe(true)
    expect(acquisition).toMatchObject({ touch: 'direct', channel: 'Direct' })
  })

  it.each([
    ['https://github.com/ana/tool', 'github.com'],
    ['https://ana.gumroad.com/l/book', 'gumroad.com'],
    ['https://www.paypal.com/us/shops', 'paypal.com'],
  ])('%s sends real visitors too: without a visit before, a referral', (referrer, source) => {
    const { acquisition, isReturn } = land('/', referrer)
    expect(isReturn).toBe(true)
    expect(acquisition).toMatchObject({ touch: 'source', source, channel: 'Referral' })
  })

  it.each([
    ['/?session_id=abc', ''],
    ['/?status=active', ''],
    ['/', 'https://stripe.com/blog'],
    ['/', 'https://www.apple.com/'],
    ['/', 'https://www.lemonsqueezy.com/'],
    ['/?utm_source=a', 'https://checkout.stripe.com/'],
    ['/?gclid=a', 'https://accounts.google.com/'],
  ])('%s from %s is no return', (path, referrer) => {
    expect(land(path, referrer).isReturn).toBe(false)
  })

  it('never are the referrer of a tagged link', () => {
    const { acquisition } = land('/?utm_source=a', 'https://checkout.stripe.com/c/pay')
    expect(acquisition).toMatchObject({ source: 'a', referrer: '', referrerHost: '' })
  })
})
