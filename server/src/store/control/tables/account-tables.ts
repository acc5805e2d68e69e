import type { Generated } from 'kysely'

/** The tables of people, as Kysely sees them; see tables.ts for the types. */
export interface AccountTables {
  accounts: AccountsTable
  memberships: MembershipsTable
  invitations: InvitationsTable
  setup_links: SetupLinksTable
  sign_in_sessions: SignInSessionsTable
  second_factors: SecondFactorsTable
  passkeys: PasskeysTable
  oidc_identities: OidcIdentitiesTable
  sign_in_challenges: SignInChallengesTable
  reset_links: ResetLinksTable
  sign_in_failures: SignInFailuresTable
  installation_settings: InstallationSettingsTable
}

export interface AccountsTable {
  id: string
  /** Lower-case. */
  email: string
  /** Argon2id in its own text form, parameters and salt included. Empty for an account without a password. */
  password_hash: string
  /** `owner` sees every site of the installation, `member` those of its memberships. */
  installation_role: string
  created_ms: number
  /** When sign-in was disabled; null while it is allowed. */
  disabled_ms: number | null
  /** Since when the account has an unverified address; null once it is verified. */
  email_unproved_ms: number | null
  last_sign_in_ms: number | null
  /** The dashboard's language at the last sign-in, such as `de`; empty when unknown. */
  language: Generated<string>
}

interface MembershipsTable {
  account_id: string
  site_id: string
  role: string
}

export interface InvitationsTable {
  id: string
  site_id: string
  /** Lower-case; only this address can accept it. */
  email: string
  role: string
  /** SHA-256 of the link's token, in hex. */
  token_hash: string
  /** The e-mail address of the person who created it. */
  invited_by: string
  /** 1 if the link was only sent to the address by e-mail. */
  is_mailed: Generated<number>
  created_ms: number
  expires_ms: number
}

interface SetupLinksTable {
  /** SHA-256 of the link's token, in hex. */
  token_hash: string
  created_ms: number
  expires_ms: number
}

interface SignInSessionsTable {
  /** SHA-256 of the cookie's token, in hex. */
  token_hash: string
  /** The id with which the person ends it; reveals nothing about the token. */
  id: string
  /** Browser and system, such as `Firefox on Linux`. */
  device: string
  account_id: string
  /** How the session began, such as `password`; empty for sessions older than this column. */
  way: Generated<string>
  /** When the person last proved their identity again; 0 for never since it began. */
  proved_ms: Generated<number>
  created_ms: number
  last_seen_ms: number
}

interface SecondFactorsTable {
  account_id: string
  /** The shared secret in base32, sealed with the installation's secret. */
  secret: string
  /** JSON array of keyed hashes of the remaining recovery codes. */
  recovery_hashes: string
  /** The time step of the last accepted code: no code is accepted twice. */
  last_step: number
  created_ms: number
  /** Null until a first code has shown that the person's device has the secret. */
  confirmed_ms: number | null
}

export interface PasskeysTable {
  id: string
  account_id: string
  /** The authenticator's id for it, base64url. */
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  /** The authenticator's signature counter; 0 for authenticators that do not count. */
  sign_count: number
  /** JSON array of the authenticator's transports, such as `internal` and `usb`. */
  transports: string
  name: string
  created_ms: number
  last_used_ms: number | null
}

/** The identities of accounts at the operator's provider. */
interface OidcIdentitiesTable {
  issuer: string
  subject: string
  account_id: string
  created_ms: number
  last_used_ms: number
}

/** Challenges to browsers that are signing in, valid for minutes and used once. */
interface SignInChallengesTable {
  /** SHA-256, in hex, of the token that the browser returns with. */
  token_hash: string
  purpose: string
  /** The account, if somebody is signed in already. */
  account_id: string | null
  content: string
  expires_ms: number
}

interface ResetLinksTable {
  /** SHA-256 of the link's token, in hex. */
  token_hash: string
  account_id: string
  /** `command-line`, `account` or, for one sent to the account's address, `mail`. */
  made_by: string
  expires_ms: number
}

/** Wrong guesses in a row. */
interface SignInFailuresTable {
  /** A keyed hash of the account that was guessed at. */
  subject: string
  count: number
  last_ms: number
}

/** Settings of the installation's owners that apply to everybody. */
interface InstallationSettingsTable {
  /** `second-factor-duty`. */
  name: string
  /** `on` or `off`. */
  value: string
  changed_ms: number
}
