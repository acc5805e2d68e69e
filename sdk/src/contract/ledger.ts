// Made by scripts/sdk-types.ts of the contract; change it there.

export interface ReconciliationQuery {
  /** First day (UTC); 30 days ago when absent */
  from?: string | undefined
  /** Last day (UTC), at most 366 days in all; today when absent */
  to?: string | undefined
  /** Only this account */
  provider?: string | undefined
}

export interface Reconciliation {
  accounts: {
    provider: string
    /** First day that is compared */
    from: string
    /** Until when the account’s movements are read; null before the first complete sync */
    readUntil: string | null
    /** All finished days that differ, latest first, also outside the range */
    differingDays: string[]
  }[]
  /** Providers of payments in the range that are not connected by key, so nothing can be compared */
  notCompared: string[]
  /** Latest first; days without movements are left out */
  days: {
    provider: string
    /** Day (UTC) */
    day: string
    /** What was paid in */
    currency: string
    /** unfinished: the day is not over, or not completely read; explained: every difference was explained */
    state: 'agrees' | 'differs' | 'explained' | 'unfinished'
    /** What the provider’s account booked */
    statement: {
      payments: number
      gross: number
      /** Negative or 0 */
      refunds: number
      /** Withdrawn by disputes (negative), and returned */
      disputes: number
      /** The provider’s fees. Those that were booked in another currency are converted at the rate of their movement */
      fees: number
      /** gross + refunds + disputes - fees */
      net: number
    }
    /** What is recorded here */
    recorded: {
      payments: number
      gross: number
      /** Negative or 0 */
      refunds: number
      /** Withdrawn by disputes (negative), and returned */
      disputes: number
      /** The provider’s fees. Those that were booked in another currency are converted at the rate of their movement */
      fees: number
      /** gross + refunds + disputes - fees */
      net: number
    }
    /** Every difference, including decided ones */
    items: {
      /** The id of this difference, which changes with its amounts */
      id: string
      /** missing: the account has it, the recorded payments do not; extra: the other way round */
      state: 'missing' | 'extra' | 'different'
      kind: 'payment' | 'refund' | 'dispute' | 'fee'
      /** What is different; empty unless state is `different` */
      fields: ('amount' | 'currency' | 'day' | 'fee')[]
      providerPaymentId: string
      paymentId: string | null
      /** The movement of the account’s balance */
      movementId: string | null
      /** The charge, refund or dispute */
      objectId: string | null
      statement: {
        /** Day (UTC) on which it counts */
        day: string
        /** Negative for returned money */
        amount: number
        currency: string
        /** In feeCurrency, as booked */
        fee: number
        feeCurrency: string
      } | null
      recorded: {
        /** Day (UTC) on which it counts */
        day: string
        /** Negative for returned money */
        amount: number
        currency: string
        /** In feeCurrency, as booked */
        fee: number
        feeCurrency: string
      } | null
      decision: {
        /** left-out: it counts on neither side; explained: the totals keep differing */
        kind: 'left-out' | 'explained'
        note: string
        /** Who decided; null without `visitors:read` */
        by: string | null
        at: string
      } | null
    }[]
  }[]
}

export interface SubscriptionReportInput {
  /** must be one of today, yesterday, 7d, 30d, 90d, 12mo, week, month, year, a number of days such as 14d, or [first day, last day] */
  dateRange: string | [string, string]
  /** must be day, week or month; month by default */
  interval?: 'day' | 'week' | 'month' | undefined
  /** must be plan, product or a dimension of visits, such as source; source by default. A customer with several plans is in the row of each, with the amount paid for it */
  dimension?: string | undefined
  /** Only customers with this value of the dimension */
  value?: string | undefined
  /** Only customers who are linked to no visit */
  unattributed?: boolean | undefined
  /** Which visit a customer is credited to: first, last, last-non-direct; last-non-direct by default */
  model?: 'first' | 'last' | 'last-non-direct' | undefined
  /** must be a whole number of days from 1 to 365, or none for no limit */
  lookback?: number | 'none' | undefined
}

export interface SubscriptionReport {
  totals: {
    startMrr: number
    newMrr: number
    expansionMrr: number
    reactivationMrr: number
    contractionMrr: number
    churnedMrr: number
    mrr: number
    startCustomers: number
    newCustomers: number
    reactivatedCustomers: number
    churnedCustomers: number
    customers: number
    customerChurn: number | null
    revenueChurn: number | null
    netRevenueChurn: number | null
    arpu: number | null
    ltv: number | null
    quickRatio: number | null
    /** Trials that began. */
    trialsStarted: number
    /** Those that were paid for by the end of the range. */
    trialsConverted: number
    /** Those still running at its end. */
    trialsOpen: number
    /** trialsConverted / (trialsStarted - trialsOpen). */
    trialConversion: number | null
  }
  /** Each day, week or month of the range, named by its first day in the range. */
  series: {
    period: string
    startMrr: number
    newMrr: number
    expansionMrr: number
    reactivationMrr: number
    contractionMrr: number
    churnedMrr: number
    mrr: number
    startCustomers: number
    newCustomers: number
    reactivatedCustomers: number
    churnedCustomers: number
    customers: number
    customerChurn: number | null
    revenueChurn: number | null
    netRevenueChurn: number | null
    arpu: number | null
    ltv: number | null
    quickRatio: number | null
  }[]
  /** By the dimension, most MRR first. `value` and `unattributed` do not limit them. */
  rows: {
    /** The value of the dimension; null for customers who are linked to no visit. */
    key: string | null
    startMrr: number
    newMrr: number
    expansionMrr: number
    reactivationMrr: number
    contractionMrr: number
    churnedMrr: number
    mrr: number
    startCustomers: number
    newCustomers: number
    reactivatedCustomers: number
    churnedCustomers: number
    customers: number
    customerChurn: number | null
    revenueChurn: number | null
    netRevenueChurn: number | null
    arpu: number | null
    ltv: number | null
    quickRatio: number | null
    /** Trials that began. */
    trialsStarted: number
    /** Those that were paid for by the end of the range. */
    trialsConverted: number
    /** Those still running at its end. */
    trialsOpen: number
    /** trialsConverted / (trialsStarted - trialsOpen). */
    trialConversion: number | null
    spend: number | null
    cac: number | null
    paybackMonths: number | null
  }[]
  /** By the month in which the trials began. */
  trials: {
    cohort: string
    /** Trials that began. */
    trialsStarted: number
    /** Those that were paid for by the end of the range. */
    trialsConverted: number
    /** Those still running at its end. */
    trialsOpen: number
    /** trialsConverted / (trialsStarted - trialsOpen). */
    trialConversion: number | null
  }[]
  /** By the month of the first payment. */
  cohorts: {
    cohort: string
    customers: number
    /** At the end of the first day, a month later, two months later, and so on. */
    periods: {
      /** Customers whose first payment was at least this many months before the end of the range. */
      reached: number
      /** Those who pay then. */
      active: number
      /** Their MRR then. */
      mrr: number
      /** mrr / their first MRR. */
      retention: number | null
    }[]
  }[]
  /** By the dimension, of those who first paid in the range. */
  cohortsByKey: {
    /** The value of the dimension; null for customers who are linked to no visit. */
    key: string | null
    customers: number
    /** At the end of the first day, a month later, two months later, and so on. */
    periods: {
      /** Customers whose first payment was at least this many months before the end of the range. */
      reached: number
      /** Those who pay then. */
      active: number
      /** Their MRR then. */
      mrr: number
      /** mrr / their first MRR. */
      retention: number | null
    }[]
  }[]
  /** ISO 4217 code of all money here. */
  currency: string
  coverage: {
    /** All known subscriptions. */
    subscriptions: number
    /** Those with a part that has no fixed price, which counts 0. */
    unpriced: number
    /** Those with a discount whose size no provider stated, which counts 0. */
    unknownDiscounts: number
    /** Currencies without an exchange rate; payments in them count 0. */
    withoutRate: string[]
  }
  query: {
    dateRange: [string, string]
    interval: 'day' | 'week' | 'month'
    dimension: string
    model: 'first' | 'last' | 'last-non-direct'
  }
}
