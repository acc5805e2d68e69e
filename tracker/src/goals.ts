import { send } from './send.ts'

/** One goal; `value` among the options is its number, everything else a property. */
export function sendGoal(name: unknown, options?: Record<string, unknown>): void {
  const { value, ...properties } = options ?? {}
  send('goal', { name, properties, value: value == null ? value : +(value as number) })
}
