import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'

/** Where the operator's provider is the only way in, refuses every other. */
export function refuseUnlessOidc({ oidc }: Pick<Config, 'oidc'>): void {
  if (!oidc?.isOnlyWay) return
  throw new AppError('forbidden', `Sign in with ${oidc.name}; passwords and passkeys are off here.`)
}
