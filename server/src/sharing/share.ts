import { type AppShare, type SharePanel, sharePanels } from '@tributary/contract/app/share.ts'
import type { FilterInput } from '@tributary/contract/query.ts'
import type { Brand } from './read-brand.ts'
import type { ShareRow } from './share-rows.ts'

/** A link with which people without an account see parts of a site. */
export interface Share {
  id: string
  siteId: string
  name: string
  panels: SharePanel[]
  showsMoney: boolean
  filters: FilterInput[]
  allowsEmbed: boolean
  /** Argon2id; null if the link needs no password. */
  passwordHash: string | null
  tokenHash: string
  brand: Brand
  createdBy: string
  createdMs: number
  expiresMs: number | null
}

export function toShare(row: ShareRow): Share {
  const panels = JSON.parse(row.panels) as unknown[]
  return {
    id: row.id,
    siteId: row.site_id,
    name: row.name,
    // A panel that this version does not know shows nothing.
    panels: sharePanels.filter((panel) => panels.includes(panel)),
    showsMoney: row.shows_money === 1,
    filters: JSON.parse(row.filters) as FilterInput[],
    allowsEmbed: row.allows_embed === 1,
    passwordHash: row.password_hash,
    tokenHash: row.token_hash,
    brand: { title: row.title, accent: row.accent, logo: row.logo },
    createdBy: row.created_by,
    createdMs: row.created_ms,
    expiresMs: row.expires_ms,
  }
}

/** A link as the dashboard lists it: neither its token nor its password. */
export function presentShare(share: Share): AppShare {
  const { id, name, panels, showsMoney, filters, allowsEmbed, createdBy } = share
  return {
    id,
    name,
    title: share.brand.title,
    panels,
    showsMoney,
    filters,
    hasPassword: share.passwordHash !== null,
    allowsEmbed,
    createdBy,
    createdAt: new Date(share.createdMs).toISOString(),
    expiresAt: share.expiresMs === null ? null : new Date(share.expiresMs).toISOString(),
  }
}
