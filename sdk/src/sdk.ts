// biome-ignore-all lint/performance/noBarrelFile: the entry point of a published package.
export type { Annotations } from './annotations.ts'
export type {
  Reconciliation,
  ReconciliationQuery,
  SubscriptionReport,
  SubscriptionReportInput,
} from './contract/ledger.ts'
export type {
  Annotation,
  AnnotationInput,
  AnnotationsQuery,
  ExportQuery,
  PaymentsList,
  PaymentsQuery,
} from './contract/lists.ts'
export type {
  Cohorts,
  CohortsInput,
  Goals,
  GoalsInput,
  Realtime,
  RealtimeInput,
  Visitors,
  VisitorsInput,
} from './contract/people.ts'
export type {
  SpendDeleted,
  SpendDeletion,
  SpendList,
  SpendQuery,
  SpendReport,
  SpendReportInput,
  SpendRowInput,
  SpendSaved,
} from './contract/spend.ts'
export type {
  Funnel,
  FunnelInput,
  Journeys,
  JourneysInput,
  ModelComparison,
  ModelsInput,
  Paths,
  PathsInput,
} from './contract/ways.ts'
export { type IdSource, type Ids, idsAsMetadata, readIds } from './ids.ts'
export type {
  EventInput,
  EventsResult,
  GoalInput,
  GoalResult,
  IdentifyInput,
  IdentifyResult,
  PaymentInput,
  PaymentResult,
} from './inputs.ts'
export type { Erasure, Payment, Visitor, VisitorPageView, VisitorSession } from './outputs.ts'
export type { Questions } from './questions.ts'
export type {
  Changes,
  DateRange,
  Dimension,
  Filter,
  Intervals,
  Metric,
  Model,
  PropertyDimension,
  QueryInput,
  Report,
  ReportRow,
} from './report.ts'
export type { CallOptions } from './send.ts'
export type { Spend } from './spend.ts'
export {
  type NamedCallOptions,
  Tributary,
  type TributaryOptions,
} from './tributary.ts'
export {
  TributaryApiError,
  type TributaryApiErrorKind,
  TributaryConnectionError,
  TributaryError,
  TributaryTimeoutError,
} from './tributary-error.ts'
