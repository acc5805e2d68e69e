import Type from 'typebox'
import { mostSummaries } from '../summary-limits.ts'

export const visitorSummariesQuery = Type.Object({
  visitorIds: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    minItems: 1,
    maxItems: mostSummaries,
    description: `must be a list of 1 to ${mostSummaries} visitor IDs`,
  }),
})

/** What the dashboard shows next to a visitor's name. Texts are empty where nothing is known. */
export interface VisitorSummary {
  visitorId: string
  /** The site's own ID of the person, or else the address that they paid with. */
  identity: string | null
  /** Where they were last, and on what. */
  country: string
  device: string
  /** The source of the first session; `Direct` without one. */
  firstSource: string
  firstSeenAt: string
  lastSeenAt: string
  sessions: number
}
