import Type, { type Static } from 'typebox'
import { linkToken } from './link-token.ts'
import { mailLanguage } from './mail.ts'
import { newAppSite } from './site.ts'

/** The signed-in person as the dashboard shows them. */
export const appAccount = Type.Object({
  id: Type.String(),
  email: Type.String(),
  installationRole: Type.Enum(['owner', 'member']),
  /** Present if a second factor is required and they may do nothing but set one up. */
  lacksSecondFactor: Type.Optional(Type.Literal(true)),
  /** Given where even that waits until a link in an e-mail was opened. */
  mustVerifyEmail: Type.Optional(Type.Literal(true)),
})

export type AppAccount = Static<typeof appAccount>

const password = Type.String({ maxLength: 1000 })
const code = Type.String({ maxLength: 40 })

export const signInInput = Type.Object({
  email: Type.String({ maxLength: 320 }),
  password,
  /** The authenticator's code, or a recovery code; required with two-factor sign-in. */
  code: Type.Optional(code),
})

export const passwordInput = Type.Object({ password })
export const newPasswordInput = Type.Object({ password, newPassword: password })
export const codeInput = Type.Object({ code })

/** Whether everybody needs a second factor. */
export const factorRequiredInput = Type.Object({
  required: Type.Boolean(),
  password: Type.Optional(password),
})

/** The password once more, where signing in was long ago. */
export const proofInput = Type.Object({ password: Type.Optional(password) })

const passkeyName = Type.String({ maxLength: 60 })
const bytes = Type.String({ maxLength: 20_000, description: 'base64url' })

/** What `PublicKeyCredential.toJSON()` gives after making a passkey. */
const madePasskey = Type.Object({
  id: bytes,
  rawId: bytes,
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
  }),
})

/** What it gives after signing with one. */
const usedPasskey = Type.Object({
  id: bytes,
  rawId: bytes,
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: Type.Optional(Type.Union([bytes, Type.Null()])),
  }),
})

/** One proof that the signed-in person is still there. */
export const stepUpInput = Type.Object({
  password: Type.Optional(password),
  /** Of the authenticator, or a recovery code. */
  code: Type.Optional(code),
  credential: Type.Optional(usedPasskey),
})
export type StepUp = Static<typeof stepUpInput>

export const newPasskeyInput = Type.Object({ name: passkeyName, credential: madePasskey })
export const passkeyNameInput = Type.Object({ name: passkeyName })
export const passkeySignInInput = Type.Object({ credential: usedPasskey })
export type MadePasskey = Static<typeof madePasskey>
export type UsedPasskey = Static<typeof usedPasskey>

/** What a browser needs to make a passkey; a part of `PublicKeyCredentialCreationOptionsJSON`. */
export interface PasskeyCreation {
  challenge: string
  rp: { name: string; id?: string }
  user: { id: string; name: string; displayName: string }
  pubKeyCredParams: { type: 'public-key'; alg: number }[]
}

/** A passkey as the dashboard lists it. */
export interface AppPasskey {
  id: string
  name: string
  /** ISO 8601. */
  createdAt: string
  /** ISO 8601, or null when it was never used. */
  lastUsedAt: string | null
}

/** How the signed-in person can sign in, and what that allows now. */
export interface AppSignInWays {
  hasPassword: boolean
  /** Whether two-factor sign-in is on; then a code or a passkey is asked for, not the password. */
  hasCodes: boolean
  hasPasskeys: boolean
  /** Signed in, or confirmed that it is them, within the last ten minutes. */
  isRecent: boolean
  /** The only origin at which passkeys work; null where they cannot, such as at an IP address. */
  passkeyOrigin: string | null
  /** The operator's provider, where there is one. */
  oidc: { name: string; isLinked: boolean } | null
  /** Whether the operator's provider is the only way in. */
  isOidcOnly: boolean
  /** False until they opened a link that was mailed to the address, or a provider vouched for it. */
  isEmailVerified: boolean
  /** Whether this installation sends e-mails, by which an address can be proved. */
  canVerifyEmail: boolean
}

/** The sign-in methods that the sign-in page offers. */
export interface AppSignInOffer {
  isPasswordOn: boolean
  /** Whether a forgotten password is helped by an e-mail. */
  mailsResetLinks: boolean
  passkeyOrigin: string | null
  oidcName: string | null
}

/** Why the operator's provider did not sign a person in; the page explains it. */
export type OidcRefusal =
  | 'cancelled'
  | 'expired'
  | 'unknown'
  | 'unverified'
  | 'domain'
  | 'disabled'
  | 'taken'
  | 'failed'

/** Where to go after signing in. */
export const oidcInput = Type.Object({ to: Type.Optional(Type.String({ maxLength: 2000 })) })

/** Somebody with an account, as the installation's owners see them. */
export interface AppPerson extends AppAccount {
  isDisabled: boolean
  hasPassword: boolean
  hasSecondFactor: boolean
  passkeys: number
  /** How many sites they are a member of. */
  sites: number
  /** ISO 8601. */
  createdAt: string
  /** ISO 8601, or null when they were never here. */
  lastSeenAt: string | null
  isYou: boolean
}

export const emailInput = Type.Object({
  email: Type.String({ maxLength: 320 }),
  password: Type.Optional(password),
  /** Of the e-mail that asks for the proof. */
  language: Type.Optional(mailLanguage),
})

/** Asks for a link to a new password, by e-mail. */
export const forgottenInput = Type.Object({
  email: Type.String({ maxLength: 320 }),
  /** Of the e-mail. */
  language: Type.Optional(mailLanguage),
})

export const resetTokenInput = Type.Object({ token: linkToken })
export const resetInput = Type.Object({ token: linkToken, password, code: Type.Optional(code) })

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
  token: linkToken,
  email: Type.String({ maxLength: 320 }),
  password,
  site: Type.Optional(newAppSite),
})
