import { type ApiKeyScope, apiKeyScopes } from '@tributary/contract/operation.ts'
import { AppError } from '../errors.ts'

/** The default scopes of a key: the three endpoints every integration starts with. */
export const defaultScopes: readonly ApiKeyScope[] = [
  'goals:write',
  'payments:write',
  'visitors:read',
]

/** The given scopes, each once and in the order of the list; throws for unknown ones and for none. */
export function chooseScopes(wanted: readonly string[] = defaultScopes): ApiKeyScope[] {
  const unknown = wanted.find((scope) => !apiKeyScopes.some((known) => known === scope))
  if (unknown !== undefined) {
    throw new AppError(
      'invalid',
      `scopes: unknown scope ${JSON.stringify(unknown.slice(0, 40))}, known are ${apiKeyScopes.join(', ')}`,
    )
  }
  const chosen = apiKeyScopes.filter((scope) => wanted.includes(scope))
  if (chosen.length === 0) throw new AppError('invalid', 'scopes must name at least one scope')
  return chosen
}

/** The scopes of a stored key. A scope that this version does not know gives no rights. */
export function knownScopes(stored: readonly string[]): ApiKeyScope[] {
  return apiKeyScopes.filter((scope) => stored.includes(scope))
}
