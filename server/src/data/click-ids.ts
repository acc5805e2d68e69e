/** A parameter that an ad network or a mail service appends to the links it serves. */
export interface ClickId {
  /** Lower-case, as it is compared. */
  readonly name: string
  /** The source it proves. */
  readonly source: string
  /** The medium it implies if the link names none. */
  readonly medium: string
  /** Whether it exists only on paid clicks. */
  readonly paid: boolean
}

function clickIds(names: string, source: string, medium: string, paid = false): ClickId[] {
  return names.split(' ').map((name) => ({ name, source, medium, paid }))
}

export const clickIdsVersion = '2026-11-20'

/**
 * Our own list, from the networks' documentation. The order is the rank: if a link carries several, the first of
 * this list counts, so ids that prove a paid click come before those on every link.
 */
export const knownClickIds: readonly ClickId[] = [
  ...clickIds('gclid gbraid wbraid', 'google', 'cpc', true),
  ...clickIds('dclid', 'display-video-360', 'display', true),
  ...clickIds('gclsrc gad_source gad_campaignid', 'google', 'cpc', true),
  ...clickIds('msclkid', 'bing', 'cpc', true),
  ...clickIds('ttclid', 'tiktok.com', 'cpc', true),
  ...clickIds('twclid', 'x.com', 'cpc', true),
  ...clickIds('li_fat_id', 'linkedin.com', 'cpc', true),
  ...clickIds('rdt_cid', 'reddit.com', 'cpc', true),
  ...clickIds('sccid', 'snapchat.com', 'cpc', true),
  ...clickIds('qclid', 'quora.com', 'cpc', true),
  ...clickIds('yclid', 'yandex', 'cpc', true),
  ...clickIds('tblci', 'taboola.com', 'cpc', true),
  ...clickIds('obclid ob_click_id', 'outbrain.com', 'cpc', true),
  ...clickIds('irclickid irclid', 'impact.com', 'affiliate'),
  ...clickIds('mc_cid mc_eid', 'mailchimp', 'email'),
  ...clickIds('_kx', 'klaviyo', 'email'),
  ...clickIds('_hsenc', 'hubspot', 'email'),
  ...clickIds('vero_id', 'vero', 'email'),
  ...clickIds('ml_subscriber', 'mailerlite', 'email'),
  // Pinterest and Meta put theirs on unpaid links too.
  ...clickIds('epik', 'pinterest.com', 'social'),
  ...clickIds('igshid igsh', 'instagram.com', 'social'),
  ...clickIds('fbclid', 'facebook.com', 'social'),
]

/**
 * Meta's one click id is on links of all its apps. A referrer with one of these names is more specific than the id.
 */
export const metaSources: readonly string[] = [
  'instagram.com',
  'threads.com',
  'messenger.com',
  'whatsapp.com',
]
