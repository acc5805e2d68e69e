import Type, { type Static } from 'typebox'

/** The answer to an identify without a visitor. */
export const identifyRequired = 'visitorId parameter is required'
export const identified = 'Visitor identified'
/** The answer when only an address was given to a site that does not match addresses. */
export const identificationOff =
  'User identification is off for this site, so the e-mail address was not stored'

export const identifyInput = Type.Object(
  {
    visitorId: Type.String({
      maxLength: 255,
      description: 'Visitor identifier (cookie `tributary_visitor_id`)',
      examples: ['v_5f3a9c'],
    }),
    email: Type.Optional(
      Type.String({
        maxLength: 320,
        description: 'E-mail address; stored as a keyed hash, and only with user identification on',
        examples: ['ana@example.com'],
      }),
    ),
    userId: Type.Optional(
      Type.String({
        maxLength: 255,
        description: "The site's own identifier of the user",
        examples: ['user_1042'],
      }),
    ),
  },
  { description: 'Who a visitor is, reported by a server; requires email or userId' },
)

export type IdentifyInput = Static<typeof identifyInput>

export const identifyData = Type.Object({ message: Type.String({ examples: [identified] }) })
