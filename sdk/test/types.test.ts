import type * as goal from '@tributary/contract/goal.ts'
import type * as hit from '@tributary/contract/hit.ts'
import type * as identify from '@tributary/contract/identify.ts'
import type * as payment from '@tributary/contract/payment.ts'
import type * as query from '@tributary/contract/query.ts'
import type * as visitor from '@tributary/contract/visitor.ts'
import type { Static } from 'typebox'
import { expectTypeOf, it } from 'vitest'
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
