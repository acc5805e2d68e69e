// biome-ignore-all lint/performance/noBarrelFile: the one front door of a published package.
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
export {
  type CallOptions,
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
