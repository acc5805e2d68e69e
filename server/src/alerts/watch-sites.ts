import type { AlertKind } from '@tributary/contract/app/alerts.ts'
import type { Asking } from '../answers/answers.ts'
import type { Clock } from '../clock.ts'
import { eachInTurn } from '../concurrency/each-in-turn.ts'
import type { Config } from '../config.ts'
import type { Mailer } from '../mail/mailer.ts'
import { listConnectionRows, takeDifferingDays } from '../payments/rows/connection-rows.ts'
import type { reportAnswerers } from '../reports/answerers.ts'
import type { Site } from '../site.ts'
import { findSiteRow } from '../sites/site-rows.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'
import { parseTextList } from '../store/control/text-list.ts'
import type { EventStore } from '../store/events/event-store.ts'
import { dayMs, hourMs } from '../time/durations.ts'
import type { Alert } from './alert.ts'
import {
  type AlertSettingsRow,
  findFirstPaidMs,
  listAlertSettings,
  listAlertStates,
  listWebhookTrouble,
  takeAlertState,
} from './alert-rows.ts'
import { type AlertSettings, readAlertSettings } from './alert-settings.ts'
import { hourlyFigures, lastHourMs } from './hourly-figures.ts'
import { chanceOfMoney, chanceOfVisitors, type Judgement, judgeHour } from './judge-hour.ts'
import { raiseAlert } from './raise-alert.ts'

export interface WatchServices {
  control: ControlStore
  answers: Asking<typeof reportAnswerers>
  events: Pick<EventStore, 'flush' | 'readWhole'>
  payments: { flush(): Promise<unknown> }
  secrets: Secrets
  clock: Clock
  config: Pick<Config, 'publicUrl'>
  mailer: Mailer | undefined
}

const sitesAtOnce = 200
/** An older first payment comes from an import, so it is no news to the site. */
const newsMs = 7 * dayMs

/** Checks every watched site. */
export async function watchSites(
  services: WatchServices,
  shouldStop: () => boolean = () => false,
): Promise<void> {
  const { control, clock } = services
  const nameOf = (row: AlertSettingsRow) => `alerts of ${row.site_id}`
  await eachInTurn(watchedSites(control), { nameOf, shouldStop }, async (row) => {
    const site = await findSiteRow(control.db, row.site_id)
    if (site === undefined) return
    await watchSite(services, site, readAlertSettings(row, site), clock.now())
  })
}

async function* watchedSites({ db }: ControlStore) {
  for (let after = ''; ; ) {
    const rows = await listAlertSettings(db, after, sitesAtOnce)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < sitesAtOnce) return
    after = last.site_id
  }
}

async function watchSite(
  services: WatchServices,
  site: Site,
  settings: AlertSettings,
  nowMs: number,
): Promise<void> {
  const { control } = services
  const { watched } = settings
  const states = await listAlertStates(control.db, site.id)
  const hour = lastHourMs(site, nowMs)
  const asksFigures = watched.some((kind) => kind.endsWith('-spike') || kind.endsWith('-drop'))
  if (asksFigures && (states.get('hour') ?? 0) < hour) {
    await services.events.flush()
    await services.payments.flush()
    const found = await services.events.readWhole([site.id], () =>
      judge(services.answers, site, settings, { hour, nowMs }),
    )
    await raiseAlerts(services, site, settings, { found, hour, nowMs })
  }
  if (watched.includes('first-payment') && !states.has('first-payment')) {
    await alertFirstPayment(services, site, settings, nowMs)
  }
  if (watched.includes('webhooks-failing')) {
    const since = { rejectedMs: nowMs - hourMs, failedMs: nowMs - dayMs }
    const providers = await listWebhookTrouble(control.db, site.id, since)
    if (providers.length > 0) {
      const found = [{ kind: 'webhooks-failing' as const, atMs: nowMs, providers }]
      await raiseAlerts(services, site, settings, { found, nowMs })
    }
  }
  if (watched.includes('days-not-reconciled')) await alertDifferingDays(services, site, settings)
}

/** Once for each day that starts to differ, however old, and again only if it agreed in between. */
async function alertDifferingDays(
  services: WatchServices,
  site: Site,
  settings: AlertSettings,
): Promise<void> {
  const { control, clock } = services
  const kind = 'days-not-reconciled'
  const changed = (await listConnectionRows(control.db, site.id)).filter(
    (row) => row.differing_days !== row.alerted_days,
  )
  if (changed.length === 0) return
  await control.transaction(async (db) => {
    const news: { provider: string; days: string[] }[] = []
    for (const row of changed) {
      if (!(await takeDifferingDays(db, row))) continue
      const before = parseTextList(row.alerted_days)
      const days = parseTextList(row.differing_days).filter((day) => !before.includes(day))
      if (days.length > 0) news.push({ provider: row.provider, days })
    }
    const days = [...new Set(news.flatMap((one) => one.days))].sort().reverse()
    const [latest] = days
    if (latest === undefined) return
    const nowMs = Math.floor(clock.now())
    await takeAlertState(db, { siteId: site.id, kind }, { atMs: nowMs, beforeMs: nowMs })
    const providers = news.map(({ provider }) => provider)
    const found = { kind, atMs: Date.parse(latest), providers, days } as const
    // The same day may differ again later.
    const alert = { ...alertOf(site, found), id: `${site.id} ${kind} ${nowMs}` }
    await raiseAlert(db, raisingWith(services), alert, { settings, nowMs })
  })
}

type Found = Pick<Alert, 'atMs' | 'value' | 'usual' | 'currency' | 'providers' | 'days'> & {
  kind: AlertKind
}

async function judge(
  answers: Asking<typeof reportAnswerers>,
  site: Site,
  { watched, sensitivity, minimumVisitors, minimumRevenue }: AlertSettings,
  at: { hour: number; nowMs: number },
): Promise<Found[]> {
  const { visitors, revenue } = await hourlyFigures(answers, site, at)
  const traffic = judgeHour(visitors.value, visitors.weeksBefore, {
    sensitivity,
    minimum: minimumVisitors,
    chance: chanceOfVisitors,
  })
  const money = judgeHour(revenue.value, revenue.weeksBefore, {
    sensitivity,
    minimum: minimumRevenue,
    chance: chanceOfMoney,
  })
  const foundOf = (
    about: 'traffic' | 'revenue',
    judgement: Judgement | undefined,
    value: number,
  ): Found[] =>
    judgement === undefined
      ? []
      : [
          {
            kind: `${about}-${judgement.verdict}`,
            atMs: at.hour,
            value,
            usual: judgement.usual,
            ...(about === 'revenue' && { currency: site.currency }),
          },
        ]
  const found = [
    ...foundOf('traffic', traffic, visitors.value),
    ...foundOf('revenue', money, revenue.value),
  ]
  return found.filter(({ kind }) => watched.includes(kind))
}

/** Raises alerts and marks the hour as judged, in one transaction: a crash neither repeats nor loses one. */
async function raiseAlerts(
  services: WatchServices,
  site: Site,
  settings: AlertSettings,
  { found, hour, nowMs }: { found: Found[]; hour?: number; nowMs: number },
): Promise<void> {
  const quietMs = settings.quietHours * hourMs
  await services.control.transaction(async (db) => {
    if (hour !== undefined) {
      const state = { siteId: site.id, kind: 'hour' }
      if (!(await takeAlertState(db, state, { atMs: hour, beforeMs: hour }))) return
    }
    for (const news of found) {
      const state = { siteId: site.id, kind: news.kind }
      const isQuiet = !(await takeAlertState(db, state, {
        atMs: Math.floor(nowMs),
        beforeMs: Math.floor(nowMs) - quietMs + 1,
      }))
      if (isQuiet) continue
      const alert = alertOf(site, news)
      await raiseAlert(db, raisingWith(services), alert, { settings, nowMs })
    }
  })
}

/** Once per site; if the first payment is old, it is recorded without an alert. */
async function alertFirstPayment(
  services: WatchServices,
  site: Site,
  settings: AlertSettings,
  nowMs: number,
): Promise<void> {
  const { control } = services
  const firstMs = await findFirstPaidMs(control.db, site.id)
  if (firstMs === undefined) return
  await control.transaction(async (db) => {
    const state = { siteId: site.id, kind: 'first-payment' }
    const isFirst = await takeAlertState(db, state, { atMs: Math.floor(nowMs), beforeMs: 0 })
    if (!isFirst || firstMs < nowMs - newsMs) return
    const alert = alertOf(site, { kind: 'first-payment', atMs: firstMs })
    await raiseAlert(db, raisingWith(services), alert, { settings, nowMs })
  })
}

function raisingWith({ secrets, config, mailer }: WatchServices) {
  return { secrets, publicUrl: config.publicUrl, sendsMail: mailer !== undefined }
}

function alertOf(site: Site, news: Found): Alert {
  return {
    ...news,
    id: `${site.id} ${news.kind} ${news.atMs}`,
    siteId: site.id,
    siteName: site.name,
    timezone: site.timezone,
  }
}
