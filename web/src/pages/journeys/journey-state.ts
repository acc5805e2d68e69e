import { useOwnParams } from '../../url-state/own-params.ts'
import { type NamedStep, parseStep, writeStep } from '../../url-state/step.ts'

export interface JourneyState {
  /** Where the journeys begin or end; undefined for the most viewed page. */
  from: NamedStep | undefined
  direction: 'next' | 'previous'
  depth: number
}

export const depths = [1, 2, 3, 4, 5] as const
const defaultDepth = 3

/** The state of the journeys page. It is only stored in the address, so the back button goes back a step. */
export function useJourneyState(): [JourneyState, (change: Partial<JourneyState>) => void] {
  const [params, changeParams] = useOwnParams()
  const state: JourneyState = {
    from: typeof params.from === 'string' ? parseStep(params.from) : undefined,
    direction: params.direction === 'previous' ? 'previous' : 'next',
    depth: depths.find((depth) => String(depth) === params.depth) ?? defaultDepth,
  }
  const change = (changed: Partial<JourneyState>) => {
    const { from, direction, depth } = { ...state, ...changed }
    changeParams({
      from: from && writeStep(from),
      direction: direction === 'next' ? undefined : direction,
      depth: depth === defaultDepth ? undefined : String(depth),
    })
  }
  return [state, change]
}
