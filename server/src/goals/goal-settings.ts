import type { GoalSetting } from '@tributary/contract/app-goals.ts'
import type { Actor } from '../audit/actor.ts'
import { changesBetween, recordAudit } from '../audit/record-audit.ts'
import { AppError } from '../errors.ts'
import type { Site } from '../sites/site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import {
  type GoalSettingRow,
  listGoalSettingRows,
  replaceGoalSettingRows,
} from '../store/control/goals/goal-setting-rows.ts'

/** What a site wants of its goals where they are shown, in its order. */
export async function listGoalSettings(
  { db }: Pick<ControlStore, 'db'>,
  siteId: string,
): Promise<GoalSetting[]> {
  return (await listGoalSettingRows(db, siteId)).map(present)
}

/** Replaces all of a site's settings of goals. What says nothing is not kept. */
export async function changeGoalSettings(
  store: ControlStore,
  site: Pick<Site, 'id' | 'name'>,
  given: readonly GoalSetting[],
  { by, nowMs }: { by: Actor; nowMs: number },
): Promise<GoalSetting[]> {
  const wanted = given
    .map((setting) => ({ ...setting, name: setting.name.trim() }))
    .map((setting) => (setting.name === setting.goal ? { ...setting, name: '' } : setting))
    .filter(({ name, shown }) => name !== '' || shown !== 'listed')
  refuseTwice(given.map(({ goal }) => goal))
  return store.transaction(async (db) => {
    const before = await listGoalSettings({ db }, site.id)
    const rows = wanted.map((setting, place) => ({ ...setting, place }))
    await replaceGoalSettingRows(db, site.id, rows)
    const changes = changesBetween(told(before), told(wanted))
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

function refuseTwice(goals: readonly string[]): void {
  const twice = goals.find((goal, index) => goals.indexOf(goal) !== index)
  if (twice !== undefined) throw new AppError('invalid', `goals names "${twice}" twice`)
}

/** As the audit log tells of it. */
function told(settings: readonly GoalSetting[]) {
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
