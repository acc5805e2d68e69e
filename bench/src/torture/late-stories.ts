/** A page view by its minute in the story; no two of a story have the same. */
export interface LateHit {
  minute: number
  sessionId?: string
  referrer?: string
  /** In which of two visits it is in the order of time: 0 (the default) or 1. */
  visit?: 0 | 1
}

/** A visitor's actions, and the order in which they are reported. */
export interface Story {
  first: readonly LateHit[]
  late: readonly LateHit[]
  /** Page views and source of each visit, as the order of time makes them. */
  visits: string
}

const google = 'https://www.google.com/'
const checkout = 'https://checkout.stripe.com/'
const s = 'client'

/** Late hits that join visits, split them, rename them and change their source. */
export const stories: readonly Story[] = [
  {
    first: [
      { minute: 0, sessionId: s, referrer: google },
      { minute: 40, sessionId: s },
    ],
    late: [{ minute: 20, sessionId: s }],
    visits: '3 google',
  },
  {
    first: [{ minute: 0 }, { minute: 50 }, { minute: 100 }],
    late: [{ minute: 75 }, { minute: 25 }],
    visits: '5 ',
  },
  {
    first: [
      { minute: 20, sessionId: 'other', referrer: checkout },
      { minute: 25, sessionId: 'other' },
    ],
    late: [{ minute: 0, sessionId: s, referrer: google }],
    visits: '3 google',
  },
  {
    first: [
      { minute: 20, sessionId: 'b', referrer: google, visit: 1 },
      { minute: 25, visit: 1 },
    ],
    late: [{ minute: 10 }, { minute: 0, sessionId: 'a' }],
    visits: '2 , 2 google',
  },
  {
    first: [{ minute: 90, sessionId: 'other', referrer: checkout, visit: 1 }],
    late: [{ minute: 0, sessionId: s, referrer: google }],
    visits: '1 google, 1 google',
  },
  {
    first: [{ minute: 50, sessionId: s, visit: 1 }],
    late: [{ minute: 0, sessionId: s, referrer: google }],
    visits: '1 google, 1 ',
  },
]
