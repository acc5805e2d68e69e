import Type, { type Static } from 'typebox'
import { type Dimension, type FilterInput, limits, type Metric, metrics } from '../query.ts'
import type { GoalSetting } from './goals.ts'
import { linkToken } from './link-token.ts'

/** The parts of a site's page that a share link can show. */
export const sharePanels = [
  'figures',
  'chart',
  'traffic',
  'content',
  'places',
  'technology',
  'goals',
  'live',
] as const

export type SharePanel = (typeof sharePanels)[number]

/** What each panel asks by. A link answers nothing by any other dimension. */
export const panelDimensions: Readonly<Record<SharePanel, readonly Dimension[]>> = {
  figures: [],
  chart: ['hour', 'day', 'month'],
  traffic: ['channel', 'source', 'referrer', 'campaign', 'medium', 'term', 'content'],
  content: ['page', 'entryPage', 'exitPage', 'hostname'],
  places: ['country', 'region', 'city', 'language'],
  technology: ['device', 'browser', 'os'],
  goals: ['goal'],
  live: [],
}

/** What is left of the revenue is the owner's business, also where a link shows the revenue. */
const ownersMetrics: readonly Metric[] = [
  'tax',
  'fees',
  'takeHome',
  'feesKnown',
  'feesKnownRevenue',
]

/** What a link tells that shows money. */
export const sharedMetrics = (Object.keys(metrics) as Metric[]).filter(
  (name) => !ownersMetrics.includes(name),
)

const panels = Type.Array(Type.Enum([...sharePanels]), { minItems: 1, maxItems: 8 })
const filters = Type.Unsafe<FilterInput[]>(
  Type.Array(Type.Array(Type.Unknown(), { minItems: 2, maxItems: 3 }), {
    maxItems: limits.filters,
  }),
)

export const newShare = Type.Object({
  name: Type.String({ maxLength: 255 }),
  panels,
  showsMoney: Type.Boolean(),
  /** Conditions that hold for everything the link shows, in the form of the query language. */
  filters: Type.Optional(filters),
  password: Type.Optional(Type.String({ maxLength: 1000 })),
  /** Whether pages of others may show it in a frame. */
  allowsEmbed: Type.Optional(Type.Boolean()),
  expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  /** The heading above the report; the default depends on what it shows. */
  title: Type.Optional(Type.String({ maxLength: 120 })),
  /** The colour of links, buttons and lines. */
  accent: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
  /** A PNG image as a data URL. */
  logo: Type.Optional(Type.String({ maxLength: 140_000 })),
})

export type NewShare = Static<typeof newShare>

/** A share link as the dashboard lists it; the address itself is asked for apart. */
export interface AppShare {
  id: string
  name: string
  title: string | null
  panels: SharePanel[]
  showsMoney: boolean
  filters: FilterInput[]
  hasPassword: boolean
  allowsEmbed: boolean
  createdBy: string
  /** ISO 8601. */
  createdAt: string
  expiresAt: string | null
}

export const shareOpening = Type.Object({
  token: linkToken,
  password: Type.Optional(Type.String({ maxLength: 1000 })),
})

/** What a share link shows. */
export type SharedSite =
  | { passwordNeeded: true }
  | {
      passwordNeeded: false
      name: string
      title: string | null
      accent: string | null
      /** A PNG image as a data URL. */
      logo: string | null
      timezone: string
      currency: string
      panels: SharePanel[]
      showsMoney: boolean
      hasFilters: boolean
      /** How the site shows its goals; empty where the link does not show them. */
      goals: GoalSetting[]
      /** To be sent as `x-share-access` with each question; good for some hours. */
      access: string
    }
