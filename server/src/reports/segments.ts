import type { AppSegment, NewAppSegment } from '@tributary/contract/app-segment.ts'
import { randomBase62 } from '../base62.ts'
import { AppError } from '../errors.ts'
import { checkName } from '../sites/check-name.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import {
  deleteSegment,
  insertSegment,
  listSegmentRows,
  mostSegments,
  type SegmentRow,
} from '../store/control/segments/segment-rows.ts'
import { readFilters } from './read-filters.ts'

/** The choices of traffic that people of a site keep, by name. */
export async function listSegments(control: ControlStore, siteId: string): Promise<AppSegment[]> {
  return (await listSegmentRows(control.db, siteId)).map(present)
}

/** Keeps a new one. Filters that no question would take are refused, and so is a name that is taken. */
export async function addSegment(
  control: ControlStore,
  siteId: string,
  { input, nowMs }: { input: NewAppSegment; nowMs: number },
): Promise<AppSegment> {
  readFilters(input.filters)
  const row = {
    id: `seg_${randomBase62(12)}`,
    site_id: siteId,
    name: checkName(input.name),
    filters: JSON.stringify(input.filters),
    created_ms: nowMs,
  }
  const others = await listSegmentRows(control.db, siteId)
  if (others.length >= mostSegments) {
    throw new AppError(
      'conflict',
      `A site keeps at most ${mostSegments} segments. Remove one first`,
    )
  }
  if (others.some(({ name }) => name === row.name)) {
    throw new AppError('conflict', `There is a segment of the name ${row.name} already`)
  }
  await insertSegment(control.db, row)
  return present(row)
}

export async function removeSegment(
  control: ControlStore,
  siteId: string,
  id: string,
): Promise<void> {
  if (await deleteSegment(control.db, siteId, id)) return
  throw new AppError('not-found', 'Segment not found')
}

function present({ id, name, filters }: SegmentRow): AppSegment {
  return { id, name, filters: JSON.parse(filters) }
}
