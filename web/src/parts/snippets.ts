// Snippets to copy into one's own code. The address is where this page was loaded from, so it is right behind every
// proxy without being configured.

/** The one line that tracks a site. */
export function scriptTag(siteId: string): string {
  return `<script defer src="${location.origin}/js/script.js" data-site="${siteId}"></script>`
}

/** The same line for Next.js. */
export function nextScriptTag(siteId: string): string {
  return [
    "import Script from 'next/script'",
    '',
    `<Script src="${location.origin}/js/script.js" data-site="${siteId}" strategy="afterInteractive" />`,
  ].join('\n')
}

/**
 * A payment reported with curl, ready to run with a key and a visitor's id; without them it explains where to find
 * them.
 */
export function paymentCall(
  currency: string,
  { key = 'YOUR_API_KEY', visitorId = 'VALUE_OF_COOKIE_tributary_visitor_id' } = {},
): string {
  return [
    `curl -X POST ${location.origin}/api/v1/payment \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    '  -H "Content-Type: application/json" \\',
    "  -d '{",
    '    "amount": 49,',
    `    "currency": "${currency}",`,
    '    "provider": "stripe",',
    '    "providerPaymentId": "pi_test_1",',
    `    "visitorId": "${visitorId}"`,
    "  }'",
  ].join('\n')
}

/** The same line for Nuxt's configuration. */
export function nuxtScriptTag(siteId: string): string {
  return [
    'export default defineNuxtConfig({',
    '  app: {',
    '    head: {',
    '      script: [',
    `        { src: '${location.origin}/js/script.js', defer: true, 'data-site': '${siteId}' },`,
    '      ],',
    '    },',
    '  },',
    '})',
  ].join('\n')
}

/** The same line for a WordPress theme. */
export function wordPressScriptTag(siteId: string): string {
  return ["add_action('wp_head', function () {", '  ?>', scriptTag(siteId), '  <?php', '});'].join(
    '\n',
  )
}

/** The same for tag managers, which drop unknown attributes. */
export function scriptLoader(siteId: string): string {
  return [
    '<script>',
    "  var tag = document.createElement('script')",
    `  tag.src = '${location.origin}/js/script.js'`,
    `  tag.dataset.site = '${siteId}'`,
    '  document.head.appendChild(tag)',
    '</script>',
  ].join('\n')
}

/** Prints a visitor's id in the console of the tracked site. */
export const visitorIdLine = 'document.cookie.match(/tributary_visitor_id=([^;]+)/)?.[1]'

/** A goal by an attribute: reached with the click, or when a form is submitted. */
export const goalAttribute = '<button data-goal="signup" data-goal-plan="pro">Sign up</button>'

/** The same by a call of the page's own script, with a value and a property. */
export const goalCommand = "tributary('goal', 'signup', { value: 29, plan: 'pro' })"

/** The same reported with curl from a server. */
export function goalCall(): string {
  return [
    `curl -X POST ${location.origin}/api/v1/goal \\`,
    '  -H "Authorization: Bearer YOUR_API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    "  -d '{",
    '    "event": "signup",',
    '    "value": 29,',
    '    "visitorId": "VALUE_OF_COOKIE_tributary_visitor_id"',
    "  }'",
  ].join('\n')
}

/** Opened in a browser, this address excludes it from a site's figures from then on. */
export function leaveOutLink(domain: string): string {
  return `https://${domain}/?tributary_ignore=1`
}

/** Ends that. */
export function countAgainLink(domain: string): string {
  return `https://${domain}/?tributary_ignore=0`
}
