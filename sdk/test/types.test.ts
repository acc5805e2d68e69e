import type * as hit from '@tributary/contract/hit.ts'
import type { BodyOf, DataOf, QueryOf } from '@tributary/contract/operation.ts'
import type { publicOperations } from '@tributary/contract/operations/public.ts'
import type * as query from '@tributary/contract/query.ts'
import { expectTypeOf, it } from 'vitest'
import type { Operations } from '../src/contract/operations.ts'
import type { Dimension, EventInput, Filter, Metric, Model, QueryInput } from '../src/sdk.ts'

/** What is left on the wire: no undefined, and no Date, which becomes its text. */
type Sent<Value> = Value extends Date | undefined
  ? never
  : Value extends object
    ? { [Name in keyof Value]: Sent<Value[Name]> }
    : Value

/** Filters hold filters, which the contract's schema leaves open. */
type WithoutFilters<Value> = Sent<Omit<Value, 'filters'>>

type Contract = typeof publicOperations
type Called = keyof Operations
type Part<One, Name extends string> = Name extends keyof One ? NonNullable<One[Name]> : undefined
type WithBody = {
  [Name in Called]: 'body' extends keyof Operations[Name] ? Name : never
}[Called]

// Of a query the SDK names the words, and the contract takes them in any spelling.
type Bodies = Exclude<WithBody, 'POST /api/v1/query' | 'POST /api/v1/events'>

it('what the SDK answers is of the contract’s types, which the compiler checks here', () => {
  expectTypeOf<{ [Name in Called]: Sent<Part<Operations[Name], 'data'>> }>().toEqualTypeOf<{
    [Name in Called]: Sent<DataOf<Contract[Name]>>
  }>()
})

it('what the SDK sends is of the contract’s types too', () => {
  expectTypeOf<{
    [Name in Bodies]: WithoutFilters<Part<Operations[Name], 'body'>>
  }>().toEqualTypeOf<{
    [Name in Bodies]: WithoutFilters<BodyOf<Contract[Name]>>
  }>()
  expectTypeOf<{ [Name in Called]: Sent<Part<Operations[Name], 'query'>> }>().toEqualTypeOf<{
    [Name in Called]: Sent<QueryOf<Contract[Name]>>
  }>()
  expectTypeOf<Sent<EventInput>>().toEqualTypeOf<Sent<hit.EventInput>>()
  expectTypeOf<Metric>().toEqualTypeOf<query.Metric>()
  expectTypeOf<Dimension>().toEqualTypeOf<query.Dimension>()
  expectTypeOf<Model>().toEqualTypeOf<query.Model>()
  expectTypeOf<Sent<Omit<QueryInput, 'filters'>>>().toExtend<Omit<query.QueryInput, 'filters'>>()
  expectTypeOf<Filter>().toExtend<query.FilterInput>()
  expectTypeOf<keyof QueryInput>().toEqualTypeOf<keyof query.QueryInput>()
})
