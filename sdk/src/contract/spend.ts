// Made by scripts/sdk-types.ts of the contract; change it there.

export interface SpendRowInput {
  /** A day of the site's time zone */
  day: string
  /** Where the visits come from, as reports call it, such as google */
  source: string
  /** utm_medium of the ads, such as cpc */
  medium?: string | undefined
  /** utm_campaign of the ads */
  campaign?: string | undefined
  /** utm_term */
  term?: string | undefined
  /** utm_content */
  content?: string | undefined
  /** ISO 4217 code; the site's own by default */
  currency?: string | undefined
  /** Major currency units */
  amount: number
  /** Unknown when absent */
  clicks?: number | undefined
  /** Unknown when absent */
  impressions?: number | undefined
}

export interface SpendSaved {
  /** Rows that are stored now */
  saved: number
  /** Those that replaced an existing row */
  replaced: number
}

export interface SpendQuery {
  /** First day */
  from?: string | undefined
  /** Last day */
  to?: string | undefined
  /** Only of this source */
  source?: string | undefined
  /** Only of this campaign */
  campaign?: string | undefined
  limit?: number | undefined
  /** nextCursor of the page before */
  cursor?: string | undefined
}

export interface SpendList {
  /** The latest day first */
  rows: {
    /** The same for the same day and words */
    spendId: string
    day: string
    source: string
    medium: string
    campaign: string
    term: string
    content: string
    currency: string
    amount: number
    clicks: number | null
    impressions: number | null
  }[]
  nextCursor?: string
}

export interface SpendDeletion {
  /** One row */
  spendId?: string | undefined
  /** First day */
  from?: string | undefined
  /** Last day */
  to?: string | undefined
  /** Only of this source */
  source?: string | undefined
  /** Only of this campaign */
  campaign?: string | undefined
}

export interface SpendDeleted {
  deleted: number
  /** The deleted rows; PUT them to undo */
  rows: {
    /** The same for the same day and words */
    spendId: string
    day: string
    source: string
    medium: string
    campaign: string
    term: string
    content: string
    currency: string
    amount: number
    clicks: number | null
    impressions: number | null
  }[]
}

export interface SpendReportInput {
  /** must be one of today, yesterday, 7d, 30d, 90d, 12mo, week, month, year, a number of days such as 14d, or [first day, last day] */
  dateRange: string | [string, string]
  /** must be a list of source, medium, campaign, term, content, day, week, month; source, medium and campaign by default */
  dimensions?: string[] | undefined
  /** must be text */
  model?: string | undefined
  /** must be a whole number of days from 1 to 365, or none for no limit */
  lookback?: number | 'none' | undefined
  /** must be refund (the day money went back) or payment (the day it had come) */
  refundsOn?: 'refund' | 'payment' | undefined
  /** Only rows with spend, or all; spend by default */
  include?: 'spend' | 'all' | undefined
  /** Whether sessions, revenue and customers are of all days of the range, or only of those with spend; range by default */
  revenueDays?: 'range' | 'spend' | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

export interface SpendReport {
  /** Most spend first; rows with unknown spend last */
  rows: {
    source?: string
    medium?: string
    campaign?: string
    term?: string
    content?: string
    day?: string
    week?: string
    month?: string
    spend: number | null
    clicks: number | null
    impressions: number | null
    costPerClick: number | null
    sessions: number
    revenue: number
    tax: number
    fees: number
    takeHome: number
    feesKnown: number | null
    newCustomers: number
    cac: number | null
    roas: number | null
    profit: number | null
    cohortRevenue: number
    paybackDays: number | null
  }[]
  /** Of all rows with spend, however many are shown */
  totals: {
    spend: number | null
    clicks: number | null
    impressions: number | null
    costPerClick: number | null
    sessions: number
    revenue: number
    tax: number
    fees: number
    takeHome: number
    feesKnown: number | null
    newCustomers: number
    cac: number | null
    roas: number | null
    profit: number | null
    cohortRevenue: number
    paybackDays: number | null
  }
  /** How much of the range has spend */
  coverage: {
    /** Days with spend of any source */
    spendDays: number
    /** Days of the range that have begun */
    days: number
  }
  currency: string
  /** Spend without an exchange rate; it is in no other figure */
  unconverted: {
    currency: string
    amount: number
  }[]
  /** Present when there is too little data for the requested model. */
  modelFallback?: {
    used:
      | 'last-non-direct'
      | 'last'
      | 'first'
      | 'linear'
      | 'time-decay'
      | 'position'
      | 'markov'
      | 'shapley'
    reason: string
  }
  nextCursor?: string
  query: {
    dimensions: string[]
    dateRange: [string, string]
    model: string
  }
}
