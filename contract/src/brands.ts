/**
 * How people call sources, browsers, systems and payment providers, and their icons in simple-icons.
 * `scripts/data/marks.ts` copies these icons, and no others, into `icons.json`. Icons that are one long word, only a
 * line at this size, are left out.
 */
type Brand = [name: string, icon?: string]
type Brands = Readonly<Record<string, Brand>>

/** By the name that the server stores for a source (`server/src/data`). A source that is not here stays as it is. */
export const sources: Brands = {
  google: ['Google', 'google'],
  bing: ['Bing', 'microsoftbing'],
  yahoo: ['Yahoo', 'yahoo'],
  duckduckgo: ['DuckDuckGo', 'duckduckgo'],
  ecosia: ['Ecosia', 'ecosia'],
  yandex: ['Yandex'],
  baidu: ['Baidu', 'baidu'],
  naver: ['Naver', 'naver'],
  daum: ['Daum'],
  qwant: ['Qwant', 'qwant'],
  startpage: ['Startpage'],
  brave: ['Brave', 'brave'],
  kagi: ['Kagi', 'kagi'],
  mojeek: ['Mojeek'],
  seznam: ['Seznam'],
  sogou: ['Sogou'],
  aol: ['AOL'],
  'facebook.com': ['Facebook', 'facebook'],
  'messenger.com': ['Messenger', 'messenger'],
  'instagram.com': ['Instagram', 'instagram'],
  'threads.com': ['Threads', 'threads'],
  'whatsapp.com': ['WhatsApp', 'whatsapp'],
  'x.com': ['X', 'x'],
  'linkedin.com': ['LinkedIn', 'linkedin'],
  'reddit.com': ['Reddit', 'reddit'],
  'pinterest.com': ['Pinterest', 'pinterest'],
  'snapchat.com': ['Snapchat', 'snapchat'],
  'telegram.org': ['Telegram', 'telegram'],
  'signal.org': ['Signal', 'signal'],
  'bsky.app': ['Bluesky', 'bluesky'],
  'mastodon.social': ['Mastodon', 'mastodon'],
  'news.ycombinator.com': ['Hacker News', 'ycombinator'],
  'lobste.rs': ['Lobsters', 'lobsters'],
  'slashdot.org': ['Slashdot'],
  'tumblr.com': ['Tumblr', 'tumblr'],
  'quora.com': ['Quora', 'quora'],
  'discord.com': ['Discord', 'discord'],
  'slack.com': ['Slack', 'slack'],
  'teams.microsoft.com': ['Microsoft Teams'],
  'vk.com': ['VK', 'vk'],
  'weibo.com': ['Weibo', 'sinaweibo'],
  'zhihu.com': ['Zhihu', 'zhihu'],
  'xiaohongshu.com': ['RedNote'],
  'weixin.qq.com': ['WeChat', 'wechat'],
  'line.me': ['LINE', 'line'],
  'kakao.com': ['Kakao'],
  'xing.com': ['XING', 'xing'],
  'meetup.com': ['Meetup'],
  'stackoverflow.com': ['Stack Overflow', 'stackoverflow'],
  'medium.com': ['Medium', 'medium'],
  'substack.com': ['Substack', 'substack'],
  'producthunt.com': ['Product Hunt', 'producthunt'],
  'indiehackers.com': ['Indie Hackers', 'indiehackers'],
  'dev.to': ['DEV', 'devdotto'],
  'hashnode.com': ['Hashnode', 'hashnode'],
  'behance.net': ['Behance', 'behance'],
  'dribbble.com': ['Dribbble', 'dribbble'],
  'flipboard.com': ['Flipboard', 'flipboard'],
  'linktr.ee': ['Linktree', 'linktree'],
  'chatgpt.com': ['ChatGPT', 'openai'],
  'openai.com': ['OpenAI', 'openai'],
  'gemini.google.com': ['Gemini', 'googlegemini'],
  'notebooklm.google.com': ['NotebookLM', 'google'],
  'claude.ai': ['Claude', 'claude'],
  'perplexity.ai': ['Perplexity', 'perplexity'],
  'copilot.microsoft.com': ['Copilot', 'microsoft'],
  'grok.com': ['Grok'],
  'deepseek.com': ['DeepSeek'],
  'mistral.ai': ['Mistral'],
  'meta.ai': ['Meta AI', 'meta'],
  'poe.com': ['Poe'],
  'youtube.com': ['YouTube', 'youtube'],
  'tiktok.com': ['TikTok', 'tiktok'],
  'vimeo.com': ['Vimeo', 'vimeo'],
  'twitch.tv': ['Twitch', 'twitch'],
  'bilibili.com': ['Bilibili', 'bilibili'],
  'amazon.com': ['Amazon', 'amazon'],
  'ebay.com': ['eBay', 'ebay'],
  'etsy.com': ['Etsy', 'etsy'],
  'github.com': ['GitHub', 'github'],
  'gitlab.com': ['GitLab', 'gitlab'],
  'wikipedia.org': ['Wikipedia', 'wikipedia'],
  'en.wikipedia.org': ['Wikipedia', 'wikipedia'],
}

/** By the browser's name as reports have it. */
export const browsers: Brands = {
  Chrome: ['Chrome', 'googlechrome'],
  'Chrome Headless': ['Chrome Headless', 'googlechrome'],
  Safari: ['Safari', 'safari'],
  Firefox: ['Firefox', 'firefoxbrowser'],
  Edge: ['Edge', 'microsoftedge'],
  Opera: ['Opera', 'opera'],
  'Samsung Internet': ['Samsung Internet'],
  Brave: ['Brave', 'brave'],
  Vivaldi: ['Vivaldi', 'vivaldi'],
  DuckDuckGo: ['DuckDuckGo', 'duckduckgo'],
}

/** By the operating system's name as reports have it. */
export const systems: Brands = {
  Windows: ['Windows', 'windows'],
  macOS: ['macOS', 'apple'],
  iOS: ['iOS', 'apple'],
  Android: ['Android', 'android'],
  Linux: ['Linux', 'linux'],
  Ubuntu: ['Ubuntu', 'ubuntu'],
  'Chrome OS': ['Chrome OS', 'googlechrome'],
}

/** By the provider's name in payments. */
export const providers: Brands = {
  stripe: ['Stripe', 'stripe'],
  lemonsqueezy: ['Lemon Squeezy', 'lemonsqueezy'],
  polar: ['Polar'],
  paddle: ['Paddle', 'paddle'],
  shopify: ['Shopify', 'shopify'],
  dodopayments: ['Dodo Payments'],
  creem: ['Creem'],
  woocommerce: ['WooCommerce'],
  gumroad: ['Gumroad', 'gumroad'],
  paypal: ['PayPal', 'paypal'],
  mollie: ['Mollie'],
  whop: ['Whop'],
  razorpay: ['Razorpay', 'razorpay'],
  paystack: ['Paystack'],
  chargebee: ['Chargebee'],
  revenuecat: ['RevenueCat'],
  ga4: ['Google Analytics 4', 'googleanalytics'],
}

/** The name that people use; an unknown one is returned unchanged. */
export function brandName(brands: Brands, name: string): string {
  return Object.hasOwn(brands, name) ? (brands[name]?.[0] ?? name) : name
}

/** Its icon, if there is one; a `utm_source` of `reddit` has that of `reddit.com`. */
export function brandIcon(brands: Brands, name: string): string | undefined {
  const known = [name, `${name}.com`].find((one) => Object.hasOwn(brands, one))
  return known && brands[known]?.[1]
}
