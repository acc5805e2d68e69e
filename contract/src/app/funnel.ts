import Type, { type Static } from 'typebox'
import { funnelInput } from '../questions/funnel.ts'

const { steps, by, windowHours } = funnelInput.properties

/** A funnel as a person saves it; absent fields get the question's defaults. */
export const newAppFunnel = Type.Object({
  name: Type.String({ maxLength: 255 }),
  steps,
  by,
  windowHours,
})

export type NewAppFunnel = Static<typeof newAppFunnel>

/** A funnel that people of a site keep. */
export interface AppFunnel extends NewAppFunnel {
  id: string
}
