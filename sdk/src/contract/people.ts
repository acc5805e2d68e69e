// Made by scripts/sdk-types.ts of the contract; change it there.
import type { Filter } from '../report.ts'

export interface RealtimeInput {
  /** must be a whole number from 1 to 50: the rows of each list, 10 by default */
  limit?: number | undefined
}

export interface Realtime {
  /** The time of this answer. */
  at: string
  /** Visitors active in the last 5 minutes. */
  visitors: number
  /** The last 30 minutes, including the current one, oldest first. */
  minutes: {
    /** Start. */
    minute: string
    /** Unique visitors. */
    visitors: number
    /** Seen. */
    pageViews: number
  }[]
  /** Where the visitors are now: each counts at the page of their last activity. */
  pages: {
    page: string
    /** Unique visitors. */
    visitors: number
  }[]
  /** The sources of their current visits. */
  sources: {
    source: string
    /** Unique visitors. */
    visitors: number
  }[]
  countries: {
    country: string
    /** Unique visitors. */
    visitors: number
  }[]
  /** The latest of the last 30 minutes, newest first. */
  pageViews: {
    page: string
    /** The source that led to it; empty for all others. */
    source: string
    country: string
    /** When it was seen. */
    at: string
    /** Empty for a key without `visitors:read`. */
    visitorId: string
  }[]
  /** The latest of the last 24 hours, newest first. */
  goals: {
    goal: string
    value: number | null
    /** When it was reached. */
    at: string
    page: string
    country: string
    /** Empty for a key without `visitors:read`. */
    visitorId: string
  }[]
  /** The latest of the last 24 hours, newest first, without amounts of 0. */
  payments: {
    paymentId: string
    /** In major units of its own currency. */
    amount: number
    currency: string
    /** When it was paid. */
    at: string
    renewal: boolean
    /** Null while it is not linked, and for a key without `visitors:read`. */
    visitorId: string | null
  }[]
}

export interface GoalsInput {
  /** must be text: the goal whose properties are wanted */
  goal?: string | undefined
  /** must be one of today, yesterday, 7d, 30d, 90d, 12mo, week, month, year, a number of days such as 14d, or [first day, last day] */
  dateRange: string | [string, string]
  /** must be an IANA time zone */
  timezone?: string | undefined
  /** must be a list of at most 20 filters [operator, dimension, [values]], ["and" or "or", [filters]] or ["not", "visitor" or "hit", filter] */
  filters?: Filter[] | undefined
}

export interface Goals {
  /** The most frequent first, at most 1,000. */
  rows: {
    goal: string
    /** How often it was reached. */
    count: number
    /** Unique visitors who reached it. */
    visitors: number
    /** Sum of the values that came with it. */
    valueSum: number
    /** visitors / visitors of the range. */
    conversionRate: number | null
    /** valueSum / how often it came with a value. */
    valueMean: number | null
  }[]
  /** Unique visitors whose visit began in the range. */
  visitors: number
  /** Of the requested goal: each property with its 100 most frequent values. */
  properties: {
    property: string
    values: {
      value: string
      /** How often it was reached. */
      count: number
      /** Unique visitors who reached it. */
      visitors: number
      /** Sum of the values that came with it. */
      valueSum: number
    }[]
  }[]
  query: {
    /** First and last day, both included. */
    dateRange: [string, string]
    timezone: string
  }
}

export interface CohortsInput {
  /** must be week or month; week by default */
  interval?: 'week' | 'month' | undefined
  /** must be a dimension of visits, such as channel */
  by?: string | undefined
  /** must be one of today, yesterday, 7d, 30d, 90d, 12mo, week, month, year, a number of days such as 14d, or [first day, last day] */
  dateRange: string | [string, string]
  /** must be an IANA time zone */
  timezone?: string | undefined
  /** must be a list of at most 20 filters [operator, dimension, [values]], ["and" or "or", [filters]] or ["not", "visitor" or "hit", filter] */
  filters?: Filter[] | undefined
}

export interface Cohorts {
  rows: {
    /** First day of the week or month of the first visit. */
    cohort: string
    /** The first visit’s value of by; empty without it. */
    key: string
    /** Visitors whose very first visit was in it. */
    visitors: number
    /** From the cohort’s own week or month, number 0, to the current one. */
    periods: {
      /** Those who visited in this week or month. */
      active: number
      /** active / visitors. */
      retention: number
      /** Payments less refunds of these visitors in it. */
      revenue: number
      /** Revenue up to and with this period / visitors. */
      lifetimeValue: number
    }[]
  }[]
  /** ISO 4217 code of all money here. */
  currency: string
  query: {
    /** First and last day, both included. */
    dateRange: [string, string]
    timezone: string
    interval: 'week' | 'month'
  }
}

export interface VisitorsInput {
  /** must be text: a part of a visitor id or of the name that the dashboard gives it, a whole user id or a whole e-mail address */
  search?: string | undefined
  /** must be lastSeen or revenue; lastSeen by default */
  orderBy?: 'lastSeen' | 'revenue' | undefined
  /** must be a whole number from 1 to 250; 50 by default */
  limit?: number | undefined
  /** must be a nextCursor of an answer */
  cursor?: string | undefined
  /** must be one of today, yesterday, 7d, 30d, 90d, 12mo, week, month, year, a number of days such as 14d, or [first day, last day] */
  dateRange: string | [string, string]
  /** must be an IANA time zone */
  timezone?: string | undefined
  /** must be a list of at most 20 filters [operator, dimension, [values]], ["and" or "or", [filters]] or ["not", "visitor" or "hit", filter] */
  filters?: Filter[] | undefined
}

export interface Visitors {
  rows: {
    visitorId: string
    /** Your own ids of the person. */
    userIds: string[]
    /** Whether an e-mail address is known, by its hash. */
    hasEmail: boolean
    /** Beginning of the first visit in the range. */
    firstSeenAt: string
    /** Last activity in the range. */
    lastSeenAt: string
    /** Visits that began in the range. */
    sessions: number
    /** Page views of those visits. */
    pageViews: number
    /** Goals of those visits. */
    goals: number
    /** Those of the first of these visits. */
    source: string
    country: string
    device: string
    browser: string
    os: string
    /** Payments less refunds, of all time. */
    revenue: number
    /** Payments of more than 0, of all time. */
    payments: number
  }[]
  /** ISO 4217 code of all money here. */
  currency: string
  /** The cursor for the next rows. */
  nextCursor?: string
  query: {
    /** First and last day, both included. */
    dateRange: [string, string]
    timezone: string
  }
}
