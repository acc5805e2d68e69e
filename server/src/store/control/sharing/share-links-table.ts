/** Links by which people without an account see parts of a site. */
export interface ShareLinksTable {
  id: string
  site_id: string
  name: string
  /** SHA-256 of the link's token, in hex. The token itself is stored nowhere. */
  token_hash: string
  /** Argon2id in its own text form; null where the link alone opens. */
  password_hash: string | null
  /** JSON array of panels. */
  panels: string
  shows_money: number
  /** JSON array of filters as the query language takes them. */
  filters: string
  allows_embed: number
  /** The e-mail address of who made it. */
  created_by: string
  created_ms: number
  expires_ms: number | null
}
