// Made by scripts/sdk-types.ts of the contract; change it there.
import type {
  EventInput,
  EventsResult,
  GoalInput,
  GoalResult,
  IdentifyInput,
  IdentifyResult,
  PaymentInput,
  PaymentResult,
} from '../inputs.ts'
import type { Erasure, Payment, Visitor } from '../outputs.ts'
import type { QueryInput, Report } from '../report.ts'
import type {
  Reconciliation,
  ReconciliationQuery,
  SubscriptionReport,
  SubscriptionReportInput,
} from './ledger.ts'
import type {
  Annotation,
  AnnotationInput,
  AnnotationsQuery,
  ExportQuery,
  PaymentsList,
  PaymentsQuery,
} from './lists.ts'
import type {
  Cohorts,
  CohortsInput,
  Goals,
  GoalsInput,
  Realtime,
  RealtimeInput,
  Visitors,
  VisitorsInput,
} from './people.ts'
import type {
  SpendDeleted,
  SpendDeletion,
  SpendList,
  SpendQuery,
  SpendReport,
  SpendReportInput,
  SpendRowInput,
  SpendSaved,
} from './spend.ts'
import type {
  Funnel,
  FunnelInput,
  Journeys,
  JourneysInput,
  ModelComparison,
  ModelsInput,
  Paths,
  PathsInput,
} from './ways.ts'

/** What each operation that is called takes and answers. */
export interface Operations {
  'POST /api/v1/goal': { body: GoalInput; data: GoalResult }
  'POST /api/v1/payment': { body: PaymentInput; data: PaymentResult }
  'GET /api/v1/payment': {
    query?: {
      /** The id that recording the payment returned */
      paymentId?: string | undefined
      /** With providerPaymentId: the provider */
      provider?: string | undefined
      /** Any id that the provider uses for this payment */
      providerPaymentId?: string | undefined
    }
    data: Payment
  }
  'GET /api/v1/payments': { query?: PaymentsQuery; data: PaymentsList }
  'GET /api/v1/reconciliation': { query?: ReconciliationQuery; data: Reconciliation }
  'POST /api/v1/events': {
    body: {
      events: EventInput[]
    }
    data: EventsResult
  }
  'POST /api/v1/identify': { body: IdentifyInput; data: IdentifyResult }
  'GET /api/v1/visitor': {
    query: {
      /** Visitor identifier */
      visitorId: string
      /** Maximum number of sessions and of page views (sessions never more than 1000) */
      limit?: number | undefined
      /** Only sessions that began and page views that happened before this ISO 8601 time: the last `timestamp` or `firstVisitAt` of a page gives the next one */
      before?: string | undefined
    }
    data: Visitor
  }
  'DELETE /api/v1/visitor': {
    query: {
      /** Visitor identifier */
      visitorId: string
    }
    data: Erasure
  }
  'POST /api/v1/query': { body: QueryInput; data: Report }
  'POST /api/v1/models': { body: ModelsInput; data: ModelComparison }
  'POST /api/v1/paths': { body: PathsInput; data: Paths }
  'POST /api/v1/realtime': { body: RealtimeInput; data: Realtime }
  'POST /api/v1/funnel': { body: FunnelInput; data: Funnel }
  'POST /api/v1/goals': { body: GoalsInput; data: Goals }
  'POST /api/v1/journeys': { body: JourneysInput; data: Journeys }
  'POST /api/v1/cohorts': { body: CohortsInput; data: Cohorts }
  'POST /api/v1/visitors': { body: VisitorsInput; data: Visitors }
  'PUT /api/v1/spend': {
    body: {
      rows: SpendRowInput[]
    }
    data: SpendSaved
  }
  'GET /api/v1/spend': { query?: SpendQuery; data: SpendList }
  'DELETE /api/v1/spend': { query?: SpendDeletion; data: SpendDeleted }
  'POST /api/v1/spend/report': { body: SpendReportInput; data: SpendReport }
  'POST /api/v1/subscriptions/report': { body: SubscriptionReportInput; data: SubscriptionReport }
  'PUT /api/v1/annotations': {
    query: {
      /** The id: 1 to 64 letters, digits, - or _ */
      annotationId: string
    }
    body: AnnotationInput
    data: {
      annotation: Annotation
    }
  }
  'GET /api/v1/annotations': {
    query?: AnnotationsQuery
    data: {
      /** The latest first */
      annotations: Annotation[]
    }
  }
  'DELETE /api/v1/annotations': {
    query: {
      /** The id: 1 to 64 letters, digits, - or _ */
      annotationId: string
    }
    data: {
      annotation: Annotation
    }
  }
  'GET /api/v1/export': { query?: ExportQuery }
}
