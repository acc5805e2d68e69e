import type { JourneyNode } from '@tributary/contract/questions/journeys.ts'
import { exploreTexts } from '../../texts/explore.ts'
import type { NamedStep } from '../../url-state/step.ts'
import { useStepName } from '../funnels/step-name.ts'

export type NodeName = (node: JourneyNode) => string

/** Names the places of a journey. */
export function useNodeName(siteId: string, from: NamedStep): NodeName {
  const stepName = useStepName(siteId)
  return ({ kind, name }) => {
    if (kind === 'start') return stepName(from)
    if (kind === 'other') return exploreTexts.journeys.others
    return stepName({ kind, match: 'is', value: name })
  }
}
