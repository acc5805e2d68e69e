import type { Model } from '@tributary/contract/query.ts'

export type { Model }

/** The rules that split a payment's credit over touches, in the order of the menu. */
export const models = [
  'last-non-direct',
  'first',
  'last',
  'linear',
  'time-decay',
  'position',
  'markov',
  'shapley',
] as const satisfies Model[]

export const defaultModel: Model = 'last-non-direct'

/** The model in an address; the default for an unknown text. */
export function parseModel(text: string | undefined): Model {
  return models.find((model) => model === text) ?? defaultModel
}
