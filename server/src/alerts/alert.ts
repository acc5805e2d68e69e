import type { AlertKind } from '@tributary/contract/app/alerts.ts'

/** An event on a site that should be reported. */
export interface Alert {
  /** The same for the same occurrence, on every node and in every check. */
  id: string
  kind: AlertKind | 'test'
  siteId: string
  siteName: string
  atMs: number
  /** Visitors of an hour, or revenue of 24 hours in major units. */
  value?: number
  usual?: number
  currency?: string
  timezone: string
  /** Providers whose webhooks fail, or whose account differs from the recorded payments. */
  providers?: string[]
  /** Finished days (UTC) that differ, latest first. */
  days?: string[]
}
