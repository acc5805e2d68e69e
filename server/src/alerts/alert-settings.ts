import type {
  AlertKind,
  AlertSensitivity,
  AppAlertChanges,
  AppAlertSettings,
} from '@tributary/contract/app/alerts.ts'
import type { MailLanguage } from '@tributary/contract/app/mail.ts'
import { listMemberRows } from '../accounts/rows/member-rows.ts'
import type { ActionAuthor } from '../audit/actor.ts'
import { changesBetween, recordAudit } from '../audit/record-audit.ts'
import { AppError } from '../errors.ts'
import { toMajorUnits, toMinorUnits } from '../money/money.ts'
import type { Site } from '../site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { parseTextList } from '../store/control/text-list.ts'
import { type AlertSettingsRow, findAlertSettings, saveAlertSettings } from './alert-rows.ts'

/** The alerts of a site and their recipients; money in major units of the site's currency. */
export type AlertSettings = AppAlertSettings

/** The default: nothing is watched. */
const defaultSettings: AlertSettings = {
  watched: [],
  sensitivity: 'medium',
  minimumVisitors: 20,
  minimumRevenue: 100,
  quietHours: 12,
  language: 'en',
  accountIds: [],
}

type Priced = Pick<Site, 'id' | 'currency'>

export async function getAlertSettings(
  { db }: Pick<ControlStore, 'db'>,
  site: Priced,
): Promise<AlertSettings> {
  const row = await findAlertSettings(db, site.id)
  return row === undefined ? defaultSettings : readAlertSettings(row, site)
}

export function readAlertSettings(row: AlertSettingsRow, { currency }: Priced): AlertSettings {
  return {
    watched: parseTextList(row.watched) as AlertKind[],
    sensitivity: row.sensitivity as AlertSensitivity,
    minimumVisitors: row.minimum_visitors,
    minimumRevenue: toMajorUnits(row.minimum_revenue_minor, currency),
    quietHours: row.quiet_hours,
    language: row.language as MailLanguage,
    accountIds: parseTextList(row.account_ids),
  }
}

/** Changes a site's alerts. Only people with access to the site can receive them. */
export async function changeAlertSettings(
  store: ControlStore,
  site: Site,
  changes: AppAlertChanges,
  audit: ActionAuthor,
): Promise<AlertSettings> {
  return store.transaction(async (db) => {
    const members = await listMemberRows(db, site.id)
    const known = new Set(members.map(({ accountId }) => accountId))
    if (changes.accountIds?.some((id) => !known.has(id))) {
      throw new AppError('invalid', 'accountIds must be of people who may see this site')
    }
    const before = await getAlertSettings({ db }, site)
    const settings = { ...before, ...changes }
    const minimum = toMinorUnits(settings.minimumRevenue, site.currency)
    if ('problem' in minimum) {
      throw new AppError('invalid', `minimumRevenue has more decimals than ${site.currency}`)
    }
    await saveAlertSettings(db, {
      site_id: site.id,
      watched: JSON.stringify([...new Set(settings.watched)]),
      sensitivity: settings.sensitivity,
      minimum_visitors: settings.minimumVisitors,
      minimum_revenue_minor: minimum.amountMinor,
      quiet_hours: settings.quietHours,
      language: settings.language,
      account_ids: JSON.stringify([...new Set(settings.accountIds)]),
      updated_ms: Math.floor(audit.nowMs),
    })
    const addresses = new Map(members.map(({ accountId, email }) => [accountId, email]))
    const changed = changesBetween(forAudit(before, addresses), forAudit(settings, addresses))
    if (Object.keys(changed).length > 0) {
      const object = { id: site.id, name: site.name }
      const entry = { action: 'alerts.changed', by: audit.by, siteId: site.id, object } as const
      await recordAudit(db, audit.nowMs, { ...entry, changes: changed })
    }
    return settings
  })
}

/** The audit log's view: people by their e-mail addresses; former members are left out. */
function forAudit(
  { accountIds, ...settings }: AlertSettings,
  addresses: ReadonlyMap<string, string>,
): Omit<AlertSettings, 'accountIds'> & { recipients: string[] } {
  return { ...settings, recipients: accountIds.map((id) => addresses.get(id) ?? id).sort() }
}
