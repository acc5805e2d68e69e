import Type, { type Static } from 'typebox'
import { mailLanguage } from './mail.ts'

/** How often somebody hears how a site does. */
export const digestFrequencies = ['daily', 'weekly', 'monthly'] as const

export type DigestFrequency = (typeof digestFrequencies)[number]

/** A person's digest settings for a site. */
export const appDigest = Type.Object({
  frequencies: Type.Array(Type.Enum([...digestFrequencies]), { maxItems: 3 }),
  language: mailLanguage,
  /** Also where the site had no visitor and no money in the time. */
  evenWhenEmpty: Type.Boolean(),
})

export type AppDigest = Static<typeof appDigest>

/** What is sent at once, to see what it looks like. */
export const appDigestTest = Type.Object({
  frequency: Type.Enum([...digestFrequencies]),
  language: mailLanguage,
})

export type AppDigestTest = Static<typeof appDigestTest>
