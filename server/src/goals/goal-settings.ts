import type { GoalSetting, GoalSettingChange } from '@tributary/contract/app/goals.ts'
import { mostGoalSettings } from '@tributary/contract/goal-limits.ts'
import type { ActionAuthor } from '../audit/actor.ts'
import { changesBetween, recordAudit } from '../audit/record-audit.ts'
import { AppError } from '../errors.ts'
import type { Site } from '../site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import {
  type GoalSettingRow,
  listGoalSettingRows,
  replaceGoalSettingRows,
} from './goal-setting-rows.ts'

/** How a site shows its goals, in its order. */
export async function listGoalSettings(
  { db }: Pick<ControlStore, 'db'>,
  siteId: string,
): Promise<GoalSetting[]> {
  return (await listGoalSettingRows(db, siteId)).map(present)
}

/**
 * Changes how a site shows one goal, without overwriting concurrent changes of others; returns all of them. Settings
 * equal to the default are not stored.
 */
export async function changeGoalSetting(
  store: ControlStore,
  site: Pick<Site, 'id' | 'name'>,
  change: GoalSettingChange,
  { by, nowMs }: ActionAuthor,
): Promise<GoalSetting[]> {
  return store.transaction(async (db) => {
    const before = await listGoalSettings({ db }, site.id)
    const wanted = afterChange(before, change)
    if (wanted.length > mostGoalSettings) throw tooMany()
    const rows = wanted.map((setting, place) => ({ ...setting, place }))
    await replaceGoalSettingRows(db, site.id, rows)
    const changes = changesBetween(forAudit(before), forAudit(wanted))
    if (Object.keys(changes).length > 0) {
      const object = { id: site.id, name: site.name }
      await recordAudit(db, nowMs, {
        action: 'goals.changed',
        by,
        siteId: site.id,
        object,
        changes,
      })
    }
    return wanted
  })
}

function afterChange(
  before: readonly GoalSetting[],
  { goal, name, shown, move }: GoalSettingChange,
): GoalSetting[] {
  const old = before.find((setting) => setting.goal === goal)
  const written = name?.trim() ?? old?.name ?? ''
  const next: GoalSetting = {
    goal,
    name: written === goal ? '' : written,
    shown: shown ?? old?.shown ?? 'listed',
  }
  const isInPlace = old?.shown === next.shown
  const all = isInPlace
    ? before.map((setting) => (setting === old ? next : setting))
    : [...before.filter((setting) => setting !== old), next]
  const remaining = all.filter((setting) => setting.name !== '' || setting.shown !== 'listed')
  return move === undefined ? remaining : moved(remaining, goal, move)
}

/** A pinned goal swaps places with its neighbour among the pinned ones; at either end it stays. */
function moved(settings: readonly GoalSetting[], goal: string, by: -1 | 1): GoalSetting[] {
  const pinned = settings.filter(({ shown }) => shown === 'pinned')
  const others = settings.filter(({ shown }) => shown !== 'pinned')
  const place = pinned.findIndex((setting) => setting.goal === goal)
  const [one, other] = [pinned[place], pinned[place + by]]
  if (one !== undefined && other !== undefined) {
    pinned[place] = other
    pinned[place + by] = one
  }
  return [...pinned, ...others]
}

function tooMany(): AppError {
  return new AppError(
    'conflict',
    `A site keeps names and places of at most ${mostGoalSettings} goals. Unpin, show or rename one back first.`,
  )
}

/** The audit log's view. */
function forAudit(settings: readonly GoalSetting[]) {
  const those = (shown: GoalSetting['shown']) =>
    settings.filter((setting) => setting.shown === shown).map(({ goal }) => goal)
  return {
    pinned: those('pinned'),
    hidden: those('hidden'),
    names: settings
      .filter(({ name }) => name !== '')
      .map(({ goal, name }) => `${goal}: ${name}`)
      .sort(),
  }
}

function present({ goal, name, shown }: GoalSettingRow): GoalSetting {
  return { goal, name, shown: shown as GoalSetting['shown'] }
}
