import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'

/** Refuses every sign-in method except the operator's provider, if that is the only one allowed. */
export function refuseUnlessOidc({ oidc }: Pick<Config, 'oidc'>): void {
  if (!oidc?.isOnlyWay) return
  throw new AppError('forbidden', `Sign in with ${oidc.name}; passwords and passkeys are off here.`)
}
