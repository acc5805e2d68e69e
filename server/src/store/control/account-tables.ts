/** The tables of people, as Kysely sees them; tables.ts says which types there are. */
export interface AccountTables {
  accounts: AccountsTable
  memberships: MembershipsTable
  invitations: InvitationsTable
  setup_links: SetupLinksTable
  sign_in_sessions: SignInSessionsTable
  second_factors: SecondFactorsTable
}

export interface AccountsTable {
  id: string
  /** Lower-case. */
  email: string
  /** Argon2id in its own text form, parameters and salt included. */
  password_hash: string
  /** `owner` sees every site of the installation, `member` those of its memberships. */
  installation_role: string
  created_ms: number
}

interface MembershipsTable {
  account_id: string
  site_id: string
  role: string
}

export interface InvitationsTable {
  id: string
  site_id: string
  /** Lower-case; nobody else can accept it. */
  email: string
  role: string
  /** SHA-256 of the link's token, in hex. */
  token_hash: string
  /** The e-mail address of who made it. */
  invited_by: string
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
  /** By which the person names it to end it; tells nothing of the token. */
  id: string
  /** Browser and system, such as `Firefox on Linux`. */
  device: string
  account_id: string
  created_ms: number
  last_seen_ms: number
}

interface SecondFactorsTable {
  account_id: string
  /** The shared secret in base32, sealed with the installation's secret. */
  secret: string
  /** JSON array of keyed hashes of the recovery codes that are left. */
  recovery_hashes: string
  /** The time step of the last code that was taken: no code counts twice. */
  last_step: number
  created_ms: number
  /** Null until a first code has shown that the person's device has the secret. */
  confirmed_ms: number | null
}
