// The examples tell one story: Ana comes from a newsletter, signs up, pays 49.99 and gets 10 back.
export const visitorId = 'v_5f3a9c'
export const sessionId = 's_81b2d0'
export const visitedAt = '2026-11-02T09:30:00.000Z'
export const paidAt = '2026-11-02T09:34:10.000Z'
