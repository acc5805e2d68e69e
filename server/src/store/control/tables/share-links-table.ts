/** Links with which people without an account see parts of a site. */
export interface ShareLinksTable {
  id: string
  site_id: string
  name: string
  /** SHA-256 of the link's token, in hex. */
  token_hash: string
  /** The token, encrypted; null for links that were created before it was stored. */
  sealed_token: string | null
  /** Argon2id in its own text form; null if the link needs no password. */
  password_hash: string | null
  /** JSON array of panels. */
  panels: string
  shows_money: number
  /** JSON array of filters in the query language. */
  filters: string
  allows_embed: number
  /** The e-mail address of the person who created it. */
  created_by: string
  created_ms: number
  expires_ms: number | null
  /** The heading above the report; null for the default. */
  title: string | null
  /** A colour such as `#0b6e7f`. */
  accent: string | null
  /** A PNG image as a data URL. */
  logo: string | null
}
