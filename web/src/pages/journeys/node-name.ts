import type { JourneyNode } from '@tributary/contract/questions/journeys.ts'
import { exploreTexts } from '../../texts/explore.ts'
import type { NamedStep } from '../../url-state/step.ts'
import { stepName } from '../funnels/step-name.ts'

/** A place of a journey in words. */
export function nodeName({ kind, name }: JourneyNode, from: NamedStep): string {
  if (kind === 'start') return stepName(from)
  if (kind === 'other') return exploreTexts.journeys.others
  return stepName({ kind, match: 'is', value: name })
}
