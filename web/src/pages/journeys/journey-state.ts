import { useOwnParams } from '../../url-state/own-params.ts'
import { type NamedStep, parseStep, writeStep } from '../../url-state/step.ts'

export interface JourneyState {
  /** Where the ways begin or end; undefined for the most seen page. */
  from: NamedStep | undefined
  direction: 'next' | 'previous'
  depth: number
}

export const depths = [1, 2, 3, 4, 5] as const
const defaultDepth = 3

/** What the journeys page shows. The address is its only home, so the back button walks back. */
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
