import { type AppFunnel, type NewAppFunnel, newAppFunnel } from '@tributary/contract/app/funnel.ts'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { randomBase62 } from '../base62.ts'
import { AppError } from '../errors.ts'
import { checkName } from '../sites/check-name.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import {
  deleteFunnel,
  type FunnelRow,
  insertFunnel,
  listFunnelRows,
  mostFunnels,
  saveFunnel,
} from './funnel-rows.ts'
import { readStep } from './read-step.ts'

/** A stored funnel without its name. */
const definition = Type.Omit(newAppFunnel, ['name'])

/** The saved funnels of a site, by name. */
export async function listFunnels(control: ControlStore, siteId: string): Promise<AppFunnel[]> {
  return (await listFunnelRows(control.db, siteId)).map(present)
}

/** Keeps a new funnel. */
export async function addFunnel(
  control: ControlStore,
  siteId: string,
  { input, nowMs }: { input: NewAppFunnel; nowMs: number },
): Promise<AppFunnel> {
  const row = { ...rowOf(input), id: `fun_${randomBase62(12)}`, site_id: siteId }
  if ((await listFunnelRows(control.db, siteId)).length >= mostFunnels) {
    throw new AppError('conflict', `A site keeps at most ${mostFunnels} funnels. Remove one first`)
  }
  await insertFunnel(control.db, { ...row, created_ms: nowMs })
  return present(row)
}

/** Replaces a funnel by another one. */
export async function replaceFunnel(
  control: ControlStore,
  siteId: string,
  { id, input }: { id: string; input: NewAppFunnel },
): Promise<AppFunnel> {
  const row = { ...rowOf(input), id, site_id: siteId }
  if (await saveFunnel(control.db, row)) return present(row)
  throw new AppError('not-found', 'Funnel not found')
}

export async function removeFunnel(
  control: ControlStore,
  siteId: string,
  id: string,
): Promise<void> {
  if (await deleteFunnel(control.db, siteId, id)) return
  throw new AppError('not-found', 'Funnel not found')
}

function rowOf({ name, ...rest }: NewAppFunnel): Pick<FunnelRow, 'name' | 'definition'> {
  for (const [index, step] of rest.steps.entries()) readStep(step, `steps: number ${index + 1}`)
  return { name: checkName(name), definition: JSON.stringify(rest) }
}

function present({ id, name, definition: text }: Omit<FunnelRow, 'created_ms'>): AppFunnel {
  return { id, name, ...Value.Parse(definition, JSON.parse(text)) }
}
