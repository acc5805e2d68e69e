import Type, { type Static } from 'typebox'
import { linkToken } from './link-token.ts'
import { mailLanguage } from './mail.ts'

const siteRole = Type.Enum(['viewer', 'admin', 'owner'])
const email = Type.String({ maxLength: 320 })

/** A person with access to a site. */
export interface AppMember {
  accountId: string
  email: string
  role: 'viewer' | 'admin' | 'owner'
  /** An owner of the whole installation, who is an owner everywhere and cannot be taken off a site. */
  isInstallationOwner: boolean
  /** Whether an owner of the installation has disabled the account. */
  isDisabled: boolean
  isYou: boolean
}

/** A pending invitation. */
export interface AppInvitation {
  id: string
  email: string
  role: AppMember['role']
  invitedBy: string
  /** ISO 8601. */
  createdAt: string
  expiresAt: string
  isExpired: boolean
}

export const newInvitation = Type.Object({
  email,
  role: siteRole,
  /** The language of the e-mail with the link; English by default. */
  language: Type.Optional(mailLanguage),
})
export type NewInvitation = Static<typeof newInvitation>

/** What outlives a membership: things of a site that let programs or readers in, or carry its data out. */
export interface AppLeftAccess {
  kind: 'api-key' | 'share-link' | 'alert-webhook' | 'provider'
  id: string
  name: string
  /** ISO 8601. */
  createdAt: string
  /** Whether this person created it or saw its secret; `unknown` if the audit log does not say so any more. */
  madeBy: 'member' | 'unknown'
}

/** Somebody who left a site or was removed from it, as long as the audit log knows it. */
export interface AppFormerMember {
  accountId: string
  email: string
  /** ISO 8601. */
  leftAt: string
  /** How many things that they made or saw the secret of still work. */
  leftAccess: number
}

export const accessRevocation = Type.Object({
  items: Type.Array(
    Type.Object({
      kind: Type.Enum(['api-key', 'share-link', 'alert-webhook', 'provider']),
      id: Type.String({ maxLength: 100 }),
    }),
    { minItems: 1, maxItems: 500 },
  ),
})
export type AccessRevocation = Static<typeof accessRevocation>

export const memberChange = Type.Object({ role: siteRole })

export const invitationToken = Type.Object({ token: linkToken })

export const invitationAcceptance = Type.Object({
  token: linkToken,
  /** The password of the new account; absent if the person is signed in. */
  password: Type.Optional(Type.String({ maxLength: 1000 })),
})

/** The text of a 403 for somebody whose account was made without a proof that the address is theirs. */
export const addressUnverifiedMessage =
  'Verify first that this e-mail address is yours: on your account page, re-enter your address to get a link.'

/** An invitation as its recipient sees it. */
export interface AppInvitationShown {
  siteName: string
  role: AppMember['role']
  email: string
  invitedBy: string
  /** Whether that address can sign in already. */
  hasAccount: boolean
}
