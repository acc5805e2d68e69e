import Type, { type Static } from 'typebox'
import { newAppSite } from './app-site.ts'

/** Who is signed in, as the dashboard sees them. */
export const appAccount = Type.Object({
  id: Type.String(),
  email: Type.String(),
  installationRole: Type.Enum(['owner', 'member']),
})

export type AppAccount = Static<typeof appAccount>

export const signInInput = Type.Object({
  email: Type.String({ maxLength: 320 }),
  password: Type.String({ maxLength: 1000 }),
})

export const setUpInput = Type.Object({
  token: Type.String({ maxLength: 100 }),
  email: Type.String({ maxLength: 320 }),
  password: Type.String({ maxLength: 1000 }),
  site: Type.Optional(newAppSite),
})
