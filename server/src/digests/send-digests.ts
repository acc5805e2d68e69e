import type { DigestFrequency } from '@tributary/contract/app/digest.ts'
import type { MailLanguage } from '@tributary/contract/app/mail.ts'
import type { Clock } from '../clock.ts'
import { eachInTurn } from '../concurrency/each-in-turn.ts'
import type { Config } from '../config.ts'
import type { Mailer } from '../mail/mailer.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Site } from '../site.ts'
import { findSiteRow } from '../sites/site-rows.ts'
import type { Secrets } from '../store/control/secrets.ts'
import { type DigestPeriod, duePeriod } from './digest-period.ts'
import { listWantedDigests, takeDigestPeriod, type WantedDigest } from './digest-rows.ts'
import { type DigestFigures, type DigestSources, gatherDigest } from './gather-digest.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'
import { writeDigest } from './write-digest.ts'

export interface DigestSending extends DigestSources {
  secrets: Secrets
  clock: Clock
  config: Pick<Config, 'publicUrl'>
  mailer: Mailer | undefined
}

const wishesAtOnce = 500

/**
 * Queues the digests that are due. Each period of each subscription is handled once, in one transaction with the
 * e-mail, so neither a crash nor a second node loses or repeats one.
 */
export async function sendDigests(
  services: DigestSending,
  shouldStop: () => boolean = () => false,
): Promise<number> {
  if (services.mailer === undefined) return 0
  const nowMs = services.clock.now()
  const gathered = remembering(services, nowMs)
  let queued = 0
  const nameOf = (wish: WantedDigest) => `${wish.frequency} digest of ${wish.site_id}`
  await eachInTurn(allWishes(services), { nameOf, shouldStop }, async (wish) => {
    if (await queueIfDue(services, wish, { gathered, nowMs })) queued += 1
  })
  return queued
}

async function* allWishes({ control }: Pick<DigestSending, 'control'>) {
  for (let after: WantedDigest | undefined; ; ) {
    const wishes: WantedDigest[] = await listWantedDigests(control.db, after, wishesAtOnce)
    yield* wishes
    after = wishes.at(-1)
    if (wishes.length < wishesAtOnce) return
  }
}

type Gathered = ReturnType<typeof remembering>

async function queueIfDue(
  services: DigestSending,
  wish: WantedDigest,
  { gathered, nowMs }: { gathered: Gathered; nowMs: number },
): Promise<boolean> {
  const { control, secrets } = services
  const site = await gathered.site(wish.site_id)
  const frequency = wish.frequency as DigestFrequency
  const period = site && duePeriod(frequency, site.timezone, nowMs)
  // Somebody who subscribes on a Tuesday does not want the week before: the first digest covers the current week.
  if (site === undefined || period === undefined || period.dueMs <= wish.created_ms) return false
  if (wish.done_day !== null && wish.done_day >= period.first) return false
  const figures = await gathered.figures(site, period)
  const isWanted = !figures.isEmpty || wish.even_when_empty === 1
  const content = digestFor(services, wish, { site, period, figures })
  return control.transaction(async (db) => {
    if (!(await takeDigestPeriod(db, wish, period.first))) return false
    if (!isWanted) return false
    const onceKey = `digest ${wish.site_id} ${wish.account_id} ${frequency} ${period.first}`
    const about = { to: wish.email, purpose: 'digest', siteId: site.id, onceKey } as const
    return queueMail(db, secrets, { ...content, ...about, isOnce: true }, nowMs)
  })
}

/** A digest as one person gets it. */
export function digestFor(
  { secrets, config: { publicUrl } }: Pick<DigestSending, 'secrets' | 'config'>,
  wish: Pick<WantedDigest, 'account_id' | 'frequency' | 'language'>,
  { site, period, figures }: { site: Site; period: DigestPeriod; figures: DigestFigures },
) {
  const frequency = wish.frequency as DigestFrequency
  const subscription = { siteId: site.id, accountId: wish.account_id, frequency }
  const token = unsubscribeToken(secrets, subscription)
  const unsubscribeUrl = `${publicUrl}/api/unsubscribe?token=${token}&language=${wish.language}`
  const language = wish.language as MailLanguage
  return writeDigest({ site, frequency, language, period, figures, publicUrl, unsubscribeUrl })
}

/** Sites and their figures, queried once per round for all recipients. */
function remembering(services: DigestSending, nowMs: number) {
  const sites = new Map<string, Promise<Site | undefined>>()
  const figures = new Map<string, Promise<DigestFigures>>()
  const once = <T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>) => {
    const found = known.get(key) ?? ask()
    known.set(key, found)
    return found
  }
  return {
    site: (id: string) => once(sites, id, () => findSiteRow(services.control.db, id)),
    figures: (site: Site, period: DigestPeriod) =>
      once(figures, `${site.id} ${period.first} ${period.last}`, () =>
        gatherDigest(services, site, period, nowMs),
      ),
  }
}
