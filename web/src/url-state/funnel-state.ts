import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AppFunnel } from '@tributary/contract/app/funnel.ts'
import { funnelLimits } from '@tributary/contract/questions/funnel-limits.ts'
import { useMemo } from 'react'
import { type Dimension, isDimension } from './dimension.ts'
import type { SearchParams } from './search-params.ts'
import { type NamedStep, parseStep, stepOf, writeStep } from './step.ts'

/** The lengths of time that the editor offers, in hours. */
export const windows = [1, 24, 7 * 24, 14 * 24, 30 * 24, 90 * 24] as const
const defaultWindow = 7 * 24

/** The funnel and its options. They are only stored in the address. */
export interface FunnelState {
  steps: NamedStep[]
  by: 'visitor' | 'session'
  windowHours: number
  split: Dimension | undefined
  /** The saved funnel that this was opened from. */
  saved: string | undefined
}

/** The state of the address and the function to change it; the back button undoes a change. */
export function useFunnelState(): [FunnelState, (change: Partial<FunnelState>) => void] {
  const params = useSearch({ strict: false }) as SearchParams
  const navigate = useNavigate()
  const state = useMemo(() => parseFunnelState(params), [params])
  const change = (changed: Partial<FunnelState>) => {
    const search = (now: SearchParams) => {
      return { ...now, ...writeFunnelState({ ...parseFunnelState(now), ...changed }) }
    }
    navigate({ to: '.', search: search as never, resetScroll: false })
  }
  return [state, change]
}

/** The funnel in an address; missing or invalid parts have their defaults. */
function parseFunnelState(params: SearchParams): FunnelState {
  const one = (name: string) => (typeof params[name] === 'string' ? params[name] : undefined)
  const steps = [params.step ?? []].flat().flatMap((text) => parseStep(text) ?? [])
  const hours = Number(one('window'))
  const split = one('split') ?? ''
  const isWindow = Number.isInteger(hours) && hours >= 1 && hours <= funnelLimits.windowHours
  return {
    steps: steps.slice(0, funnelLimits.steps),
    by: one('who') === 'sessions' ? 'session' : 'visitor',
    windowHours: isWindow ? hours : defaultWindow,
    split: isDimension(split) ? split : undefined,
    saved: one('funnel'),
  }
}

/** The part of an address with the funnel; defaults are left out. */
export function writeFunnelState(state: FunnelState): SearchParams {
  return {
    step: state.steps.map(writeStep),
    who: state.by === 'session' ? 'sessions' : undefined,
    window: state.windowHours === defaultWindow ? undefined : String(state.windowHours),
    split: state.split,
    funnel: state.saved,
  }
}

/** The state that shows a saved funnel. */
export function stateOfSaved({ id, steps, by, windowHours }: AppFunnel): FunnelState {
  return {
    steps: steps.map(stepOf),
    by: by ?? 'visitor',
    windowHours: windowHours ?? defaultWindow,
    split: undefined,
    saved: id,
  }
}
