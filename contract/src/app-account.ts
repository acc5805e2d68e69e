import Type, { type Static } from 'typebox'
import { newAppSite } from './app-site.ts'

/** Who is signed in, as the dashboard sees them. */
export const appAccount = Type.Object({
  id: Type.String(),
  email: Type.String(),
  installationRole: Type.Enum(['owner', 'member']),
})

export type AppAccount = Static<typeof appAccount>

const password = Type.String({ maxLength: 1000 })
const code = Type.String({ maxLength: 40 })

export const signInInput = Type.Object({
  email: Type.String({ maxLength: 320 }),
  password,
  /** Of the authenticator, or a recovery code; asked for where two-factor sign-in is on. */
  code: Type.Optional(code),
})

export const passwordInput = Type.Object({ password })
export const newPasswordInput = Type.Object({ password, newPassword: password })
export const codeInput = Type.Object({ code })

/** A browser in which the person is signed in. */
export interface AppDevice {
  id: string
  /** Browser and system, such as `Firefox on Linux`; empty when unknown. */
  device: string
  /** ISO 8601. */
  signedInAt: string
  lastSeenAt: string
  isThisOne: boolean
}

export const setUpInput = Type.Object({
  token: Type.String({ maxLength: 100 }),
  email: Type.String({ maxLength: 320 }),
  password,
  site: Type.Optional(newAppSite),
})
