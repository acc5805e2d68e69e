// Made by scripts/sdk-types.ts of the contract; change it there.
import type { Filter } from '../report.ts'

export interface ModelsInput {
  /** must be one of today, yesterday, 7d, 30d, 90d, 12mo, week, month, year, a number of days such as 14d, or [first day, last day] */
  dateRange: string | [string, string]
  /** must be a dimension of visits, such as channel, which it is by default */
  dimension?: string | undefined
  /** must be a list of at most 20 filters [operator, dimension, [values]], ["and" or "or", [filters]] or ["not", "visitor" or "hit", filter] */
  filters?: Filter[] | undefined
  /** must be a whole number of days from 1 to 365, or none for no limit */
  lookback?: number | 'none' | undefined
  /** must be an IANA time zone */
  timezone?: string | undefined
  /** must be a whole number from 1 to 1000 */
  limit?: number | undefined
  /** must be a list of models of last-non-direct, last, first, linear, time-decay, position, markov, shapley; all by default */
  models?:
    | (
        | 'last-non-direct'
        | 'last'
        | 'first'
        | 'linear'
        | 'time-decay'
        | 'position'
        | 'markov'
        | 'shapley'
      )[]
    | undefined
  /** must be true or false: whether direct visits take part in the models that share, where a path holds others too */
  includeDirect?: boolean | undefined
  /** must be refund (the day money went back) or payment (the day it had come) */
  refundsOn?: 'refund' | 'payment' | undefined
}

export interface ModelComparison {
  models: (
    | 'last-non-direct'
    | 'last'
    | 'first'
    | 'linear'
    | 'time-decay'
    | 'position'
    | 'markov'
    | 'shapley'
  )[]
  /** Sorted by the first model, most first. */
  rows: {
    /** The value of the dimension. */
    value: string
    /** Revenue that is not linked to a visitor. */
    notLinked?: true
    /** By model: payments less refunds that are credited here. */
    revenue: Record<string, number>
    /** By model: the share of all revenue; null if that is not positive. */
    share: Record<string, number | null>
    /** By model: its share less the share by the first model. */
    shift: Record<string, number | null>
  }[]
  /** All revenue by model: the same in each, to the minor unit. */
  totals: Record<string, number>
  /** Models with too little data, and the model used instead. */
  fallbacks: {
    model:
      | 'last-non-direct'
      | 'last'
      | 'first'
      | 'linear'
      | 'time-decay'
      | 'position'
      | 'markov'
      | 'shapley'
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
  }[]
  currency: string
}

export interface PathsInput {
  /** must be one of today, yesterday, 7d, 30d, 90d, 12mo, week, month, year, a number of days such as 14d, or [first day, last day] */
  dateRange: string | [string, string]
  /** must be a dimension of visits, such as channel, which it is by default */
  dimension?: string | undefined
  /** must be a list of at most 20 filters [operator, dimension, [values]], ["and" or "or", [filters]] or ["not", "visitor" or "hit", filter] */
  filters?: Filter[] | undefined
  /** must be a whole number of days from 1 to 365, or none for no limit */
  lookback?: number | 'none' | undefined
  /** must be an IANA time zone */
  timezone?: string | undefined
  /** must be a whole number from 1 to 1000 */
  limit?: number | undefined
}

export interface Paths {
  /** Linked first payments of customers. */
  conversions: number
  /** Their amount, before refunds. */
  revenue: number
  currency: string
  /** From the first visit in the look-back to the payment. */
  daysToConversion: {
    median: number | null
    quartiles: [number, number] | null
    /** Days from the first visit to the payment: from included, to excluded. */
    buckets: {
      from: number
      to: number | null
      /** Linked first payments of customers. */
      conversions: number
      /** Their amount, before refunds. */
      revenue: number
    }[]
  }
  /** Touches in the look-back, the last one included. */
  touchesToConversion: {
    median: number | null
    quartiles: [number, number] | null
    buckets: {
      touches: number
      orMore: boolean
      /** Linked first payments of customers. */
      conversions: number
      /** Their amount, before refunds. */
      revenue: number
    }[]
  }
  /** The most frequent paths. */
  topPaths: {
    /** One value for each touch, oldest first; repeated values are merged. */
    path: string[]
    /** Linked first payments of customers. */
    conversions: number
    /** Their amount, before refunds. */
    revenue: number
  }[]
  /** Assisted conversions by value of the dimension, most frequent first. */
  assists: {
    value: string
    /** Conversions with it on the path, but not as the last touch. */
    assisted: number
    /** Their amount, before refunds. */
    assistedRevenue: number
    /** Conversions with it as the last touch. */
    last: number
    /** Their amount, before refunds. */
    lastRevenue: number
    /** Conversions with it as the first touch. */
    first: number
  }[]
}

export interface FunnelInput {
  /** must be a list of 2 to 10 steps, such as {"page": "/pricing"} or {"goal": "signup"} */
  steps: {
    /** must be a path */
    page?: string | undefined
    /** must be a goal’s name */
    goal?: string | undefined
    /** must be one of is, begins_with, contains, matches; is by default. contains is blind to case, matches takes an expression of RE2 */
    match?: 'is' | 'begins_with' | 'contains' | 'matches' | undefined
  }[]
  /** must be visitor or session: who has to take all steps; visitor by default */
  by?: 'visitor' | 'session' | undefined
  /** must be a whole number of hours from 1 to 2160: the time from the first step to the last, 168 by default */
  windowHours?: number | undefined
  /** must be a dimension of visits */
  breakdown?: string | undefined
  /** must be a whole number from 1 to 100: the rows of the breakdown, 10 by default */
  limit?: number | undefined
  /** must be one of today, yesterday, 7d, 30d, 90d, 12mo, week, month, year, a number of days such as 14d, or [first day, last day] */
  dateRange: string | [string, string]
  /** must be an IANA time zone */
  timezone?: string | undefined
  /** must be a list of at most 20 filters [operator, dimension, [values]], ["and" or "or", [filters]] or ["not", "visitor" or "hit", filter] */
  filters?: Filter[] | undefined
}

export interface Funnel {
  steps: {
    /** Visitors, or sessions, that got here. */
    count: number
    /** count / count of the first step. */
    conversionRate: number | null
    /** The 95 % interval (Wilson’s) of conversionRate; null for the first step, and without visitors. */
    interval: {
      low: number
      high: number
      /** The interval is wider than the rate itself. */
      uncertain: boolean
    } | null
    /** count / count of the step before; null for the first. */
    stepRate: number | null
    /** How many of the step before did not get here; 0 for the first. */
    dropOff: number
    /** Median time from the step before; null for the first, and for steps not reached. */
    medianSeconds: number | null
    /** Payments less refunds of the visitors who got here, from their first step until the window’s end. */
    revenue: number
  }[]
  /** By the breakdown: the visit in which the first step was taken. Most first. */
  rows: {
    key: string
    steps: {
      /** Visitors, or sessions, that got here. */
      count: number
      /** count / count of the first step. */
      conversionRate: number | null
      /** The 95 % interval (Wilson’s) of conversionRate; null for the first step, and without visitors. */
      interval: {
        low: number
        high: number
        /** The interval is wider than the rate itself. */
        uncertain: boolean
      } | null
      /** count / count of the step before; null for the first. */
      stepRate: number | null
      /** How many of the step before did not get here; 0 for the first. */
      dropOff: number
      /** Median time from the step before; null for the first, and for steps not reached. */
      medianSeconds: number | null
      /** Payments less refunds of the visitors who got here, from their first step until the window’s end. */
      revenue: number
    }[]
  }[]
  /** ISO 4217 code of all money here. */
  currency: string
  query: {
    /** First and last day, both included. */
    dateRange: [string, string]
    timezone: string
    by: 'visitor' | 'session'
    windowHours: number
    breakdown: string | null
  }
}

export interface JourneysInput {
  /** must have either page or goal */
  from: {
    /** must be a path */
    page?: string | undefined
    /** must be a goal’s name */
    goal?: string | undefined
    /** must be one of is, begins_with, contains, matches; is by default. contains is blind to case, matches takes an expression of RE2 */
    match?: 'is' | 'begins_with' | 'contains' | 'matches' | undefined
  }
  /** must be next or previous; next by default */
  direction?: 'next' | 'previous' | undefined
  /** must be a whole number from 1 to 5: how many steps, 3 by default */
  depth?: number | undefined
  /** must be a whole number from 1 to 20: the names of each depth, 5 by default */
  limit?: number | undefined
  /** must be one of today, yesterday, 7d, 30d, 90d, 12mo, week, month, year, a number of days such as 14d, or [first day, last day] */
  dateRange: string | [string, string]
  /** must be an IANA time zone */
  timezone?: string | undefined
  /** must be a list of at most 20 filters [operator, dimension, [values]], ["and" or "or", [filters]] or ["not", "visitor" or "hit", filter] */
  filters?: Filter[] | undefined
}

export interface Journeys {
  /** By depth, the most visited first, other last. */
  nodes: {
    /** Unique in this answer; links name it. */
    id: string
    /** The number of steps from the start. */
    depth: number
    kind: 'start' | 'page' | 'goal' | 'other'
    /** Path or goal; empty for the start and for other. */
    name: string
    /** Visits that passed through here. */
    visits: number
    /** Those that ended here (or, backwards, began here). */
    ended: number
  }[]
  /** Pointing away from the start, so backwards in time if direction is previous. */
  links: {
    from: string
    to: string
    /** Visits. */
    visits: number
  }[]
  query: {
    /** First and last day, both included. */
    dateRange: [string, string]
    timezone: string
    direction: 'next' | 'previous'
    depth: number
  }
}
