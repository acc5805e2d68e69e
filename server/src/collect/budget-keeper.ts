import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'
import {
  addToBudgetDay,
  dropBudgetDays,
  listBudgetDay,
  listSpentBudgets,
  saveBudgetSpent,
} from './budget-day-rows.ts'
import { mailBudgetSpent } from './mail-budget-spent.ts'
import { budgetDay, SiteBudgets } from './site-budgets.ts'

export interface BudgetDeps {
  config: Pick<Config, 'siteDailyBudget' | 'publicUrl'>
  clock: Clock
  control: ControlStore
  secrets: Secrets
  mailer: Mailer | undefined
  logger: Pick<Logger, 'warn'>
}

/** Sites' daily budgets, stored so that they survive a restart and are shared by all nodes. */
export interface BudgetKeeper {
  readonly budgets: SiteBudgets
  /** Saves what was counted since the last time. */
  close(): Promise<void>
}

/** The most that a crash may lose, and how late nodes learn of each other's counts. */
const saveEveryMs = 5_000

/** Reads how much of today's budgets is used, and saves it from now on every five seconds. */
export async function keepBudgets(deps: BudgetDeps): Promise<BudgetKeeper> {
  const { config, clock, control, logger } = deps
  const spent: Spent[] = []
  const budgets = new SiteBudgets(config.siteDailyBudget, (siteId, spentMs) => {
    logger.warn(
      { siteId },
      'the daily budget of a site is spent; its hits are dropped until midnight UTC',
    )
    spent.push({ siteId, day: budgetDay(spentMs), spentMs })
    void saveSoon()
  })
  const day = budgetDay(clock.now())
  budgets.learn(await listBudgetDay(control.db, day), clock.now())
  await dropBudgetDays(control.db, day - 1)

  let saving: Promise<void> = Promise.resolve()
  const save = () => {
    saving = saving
      .then(() => saveBudgets(deps, budgets, spent))
      .catch((err: unknown) => {
        logger.warn({ err }, 'the daily budgets of sites were not saved; trying again')
      })
    return saving
  }
  // Asynchronous: the hit that exceeds the budget does not wait for it.
  const saveSoon = () => new Promise((resolve) => setImmediate(resolve)).then(save)
  const timer = setInterval(save, saveEveryMs).unref()
  return {
    budgets,
    async close() {
      clearInterval(timer)
      await save()
    },
  }
}

interface Spent {
  siteId: string
  day: number
  spentMs: number
}

/**
 * Adds this process's counts to the store, and reads the totals of all nodes. Not part of any transaction: nodes
 * that add to the same rows every five seconds would only make each other retry.
 */
async function saveBudgets(deps: BudgetDeps, budgets: SiteBudgets, spent: Spent[]): Promise<void> {
  const { clock, control } = deps
  const nowMs = clock.now()
  const day = budgetDay(nowMs)
  const additions = budgets.unsaved(nowMs)
  const totals = await addToBudgetDay(control.db, day, additions)
  budgets.saved(additions, nowMs)
  budgets.learn(totals, nowMs)
  for (let one = spent[0]; one !== undefined; one = spent[0]) {
    await noteSpent(deps, one)
    spent.shift()
  }
  budgets.learn(await listSpentBudgets(control.db, day), nowMs)
}

/**
 * Reports once that a site's budget is used up, whichever node notices first: in the transaction that records it.
 */
async function noteSpent({ control, secrets, mailer, config }: BudgetDeps, spent: Spent) {
  await control.transaction(async (db) => {
    if (!(await saveBudgetSpent(db, spent)) || mailer === undefined) return
    await mailBudgetSpent(db, { secrets, publicUrl: config.publicUrl }, spent)
  })
}
