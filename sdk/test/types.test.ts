import type * as annotations from '@tributary/contract/annotations.ts'
import type * as dataExport from '@tributary/contract/data-export.ts'
import type * as goal from '@tributary/contract/goal.ts'
import type * as hit from '@tributary/contract/hit.ts'
import type * as identify from '@tributary/contract/identify.ts'
import type * as payment from '@tributary/contract/payment.ts'
import type * as payments from '@tributary/contract/payments.ts'
import type * as query from '@tributary/contract/query.ts'
import type * as cohorts from '@tributary/contract/questions/cohorts.ts'
import type * as funnel from '@tributary/contract/questions/funnel.ts'
import type * as goals from '@tributary/contract/questions/goals.ts'
import type * as journeys from '@tributary/contract/questions/journeys.ts'
import type * as models from '@tributary/contract/questions/model-comparison.ts'
import type * as paths from '@tributary/contract/questions/paths.ts'
import type * as realtime from '@tributary/contract/questions/realtime.ts'
import type * as visitors from '@tributary/contract/questions/visitors.ts'
import type * as spend from '@tributary/contract/spend.ts'
import type * as visitor from '@tributary/contract/visitor.ts'
import type { Static } from 'typebox'
import { expectTypeOf, it } from 'vitest'
import type * as sdk from '../src/sdk.ts'
import type {
  Dimension,
  Erasure,
  EventInput,
  EventsResult,
  Filter,
  GoalInput,
  GoalResult,
  IdentifyInput,
  IdentifyResult,
  Metric,
  Model,
  Payment,
  PaymentInput,
  PaymentResult,
  QueryInput,
  Report,
  Visitor,
} from '../src/sdk.ts'

/** What is left on the wire: no undefined, and no Date, which becomes its text. */
type Sent<Value> = Value extends Date | undefined
  ? never
  : Value extends object
    ? { [Name in keyof Value]: Sent<Value[Name]> }
    : Value

it('the SDK’s types are the contract’s, which the compiler checks here', () => {
  expectTypeOf<Sent<GoalInput>>().toEqualTypeOf<Sent<goal.GoalInput>>()
  expectTypeOf<GoalResult>().toEqualTypeOf<Static<typeof goal.goalData>>()
  expectTypeOf<Sent<PaymentInput>>().toEqualTypeOf<Sent<payment.PaymentInput>>()
  expectTypeOf<PaymentResult>().toEqualTypeOf<Static<typeof payment.paymentRecordedData>>()
  expectTypeOf<Sent<Payment>>().toEqualTypeOf<Sent<payment.PaymentData>>()
  expectTypeOf<Sent<EventInput>>().toEqualTypeOf<Sent<hit.EventInput>>()
  expectTypeOf<EventsResult>().toEqualTypeOf<hit.EventsOutput>()
  expectTypeOf<Sent<IdentifyInput>>().toEqualTypeOf<Sent<identify.IdentifyInput>>()
  expectTypeOf<IdentifyResult>().toEqualTypeOf<Static<typeof identify.identifyData>>()
  expectTypeOf<Visitor>().toEqualTypeOf<visitor.Visitor>()
  expectTypeOf<Erasure>().toEqualTypeOf<visitor.Erasure>()

  // The SDK names the words, the contract takes them in any spelling.
  expectTypeOf<Metric>().toEqualTypeOf<query.Metric>()
  expectTypeOf<Dimension>().toEqualTypeOf<query.Dimension>()
  expectTypeOf<Model>().toEqualTypeOf<query.Model>()
  expectTypeOf<Sent<Omit<QueryInput, 'filters'>>>().toExtend<Omit<query.QueryInput, 'filters'>>()
  expectTypeOf<Filter>().toExtend<query.FilterInput>()
  expectTypeOf<keyof QueryInput>().toEqualTypeOf<keyof query.QueryInput>()
  expectTypeOf<Report>().toEqualTypeOf<query.QueryAnswer>()
})

type WithoutFilters<Value> = Sent<Omit<Value, 'filters'>>

it('and so are those that scripts/sdk-types.ts makes', () => {
  expectTypeOf<WithoutFilters<sdk.ModelsInput>>().toEqualTypeOf<
    WithoutFilters<models.ModelsInput>
  >()
  expectTypeOf<WithoutFilters<sdk.PathsInput>>().toEqualTypeOf<WithoutFilters<paths.PathsInput>>()
  expectTypeOf<WithoutFilters<sdk.RealtimeInput>>().toEqualTypeOf<
    WithoutFilters<realtime.RealtimeInput>
  >()
  expectTypeOf<WithoutFilters<sdk.FunnelInput>>().toEqualTypeOf<
    WithoutFilters<funnel.FunnelInput>
  >()
  expectTypeOf<WithoutFilters<sdk.GoalsInput>>().toEqualTypeOf<WithoutFilters<goals.GoalsInput>>()
  expectTypeOf<WithoutFilters<sdk.JourneysInput>>().toEqualTypeOf<
    WithoutFilters<journeys.JourneysInput>
  >()
  expectTypeOf<WithoutFilters<sdk.CohortsInput>>().toEqualTypeOf<
    WithoutFilters<cohorts.CohortsInput>
  >()
  expectTypeOf<WithoutFilters<sdk.VisitorsInput>>().toEqualTypeOf<
    WithoutFilters<visitors.VisitorsInput>
  >()
  expectTypeOf<Sent<sdk.PaymentsQuery>>().toEqualTypeOf<Sent<payments.PaymentsQuery>>()
  expectTypeOf<Sent<sdk.AnnotationInput>>().toEqualTypeOf<Sent<annotations.AnnotationInput>>()
  expectTypeOf<Sent<sdk.AnnotationsQuery>>().toEqualTypeOf<
    Sent<Static<typeof annotations.annotationsQuery>>
  >()
  expectTypeOf<Sent<sdk.ExportQuery>>().toEqualTypeOf<Sent<dataExport.ExportQuery>>()
  expectTypeOf<Sent<sdk.SpendRowInput>>().toEqualTypeOf<Sent<spend.SpendRowInput>>()
  expectTypeOf<Sent<sdk.SpendQuery>>().toEqualTypeOf<Sent<Static<typeof spend.spendQuery>>>()
  expectTypeOf<Sent<sdk.SpendDeletion>>().toEqualTypeOf<Sent<Static<typeof spend.spendDeletion>>>()
  expectTypeOf<Sent<sdk.SpendReportInput>>().toEqualTypeOf<Sent<spend.SpendReportInput>>()
  expectTypeOf<sdk.ModelComparison>().toEqualTypeOf<models.ModelsAnswer>()
  expectTypeOf<sdk.Paths>().toEqualTypeOf<paths.PathsAnswer>()
  expectTypeOf<sdk.Realtime>().toEqualTypeOf<realtime.Realtime>()
  expectTypeOf<sdk.Funnel>().toEqualTypeOf<funnel.Funnel>()
  expectTypeOf<sdk.Goals>().toEqualTypeOf<goals.Goals>()
  expectTypeOf<sdk.Journeys>().toEqualTypeOf<journeys.Journeys>()
  expectTypeOf<sdk.Cohorts>().toEqualTypeOf<cohorts.Cohorts>()
  expectTypeOf<sdk.Visitors>().toEqualTypeOf<visitors.Visitors>()
  expectTypeOf<sdk.PaymentsList>().toEqualTypeOf<payments.PaymentsList>()
  expectTypeOf<sdk.Annotation>().toEqualTypeOf<annotations.Annotation>()
  expectTypeOf<sdk.SpendSaved>().toEqualTypeOf<Static<typeof spend.spendSavedData>>()
  expectTypeOf<sdk.SpendList>().toEqualTypeOf<spend.SpendList>()
  expectTypeOf<sdk.SpendDeleted>().toEqualTypeOf<Static<typeof spend.spendDeletedData>>()
  expectTypeOf<sdk.SpendReport>().toEqualTypeOf<spend.SpendReport>()
})
