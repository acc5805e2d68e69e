import type { StepUp } from '@tributary/contract/app/account.ts'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { checkOwnPassword } from '../change-password.ts'
import { checkPasskey } from '../passkeys/passkeys.ts'
import { relyingParty } from '../passkeys/relying-party.ts'
import { passSecondFactor, type SignInGuard, throttled } from '../sign-in.ts'
import { browserOf } from './known-browser.ts'
import { personOf } from './signed-in.ts'

/**
 * Requires the signed-in person to prove their identity again. With two-factor sign-in a password alone is not
 * enough: somebody who stole password and session would turn it off or add their own passkey.
 */
export async function checkStepUp(
  deps: AccountsDeps,
  guard: SignInGuard,
  request: FastifyRequest,
  { password, code, credential }: StepUp,
): Promise<void> {
  const account = personOf(request)
  const hasCodes = await deps.secondFactors.isOn(account.id)
  if (credential !== undefined) return checkOwnPasskey(deps, guard, request, credential)
  if (code !== undefined && hasCodes) return checkOwnCode(deps, guard, request, code)
  if (hasCodes) throw new AppError('invalid', 'code parameter is required')
  if (password === undefined) throw new AppError('invalid', 'password parameter is required')
  const browser = browserOf(deps, request)
  await checkOwnPassword(deps.control, guard, { account, password, ...browser })
}

/** Checks a passkey of the signed-in person; another person's is refused. */
export async function checkOwnPasskey(
  deps: AccountsDeps,
  guard: SignInGuard,
  request: FastifyRequest,
  credential: NonNullable<StepUp['credential']>,
): Promise<void> {
  const { control, clock, config } = deps
  const { address } = browserOf(deps, request)
  const place = { store: control, party: relyingParty(config), nowMs: clock.now() }
  const attempt = { email: `passkey ${credential.id}`, address }
  const owner = await throttled(guard, attempt, () => checkPasskey(place, credential)).catch(
    asInvalid,
  )
  if (owner.id !== personOf(request).id) {
    throw new AppError('invalid', 'This passkey belongs to another account')
  }
}

/** Checks a code of the signed-in person's authenticator, or a recovery code. */
export async function checkOwnCode(
  deps: AccountsDeps,
  guard: SignInGuard,
  request: FastifyRequest,
  code: string,
): Promise<void> {
  const asked = { account: personOf(request), code, ...browserOf(deps, request) }
  await passSecondFactor(deps.secondFactors, guard, asked)
}

/** The person is signed in; 401 would send them to the sign-in page. */
function asInvalid(error: unknown): never {
  if (error instanceof AppError && error.kind === 'unauthorized') {
    throw new AppError('invalid', error.message, { cause: error })
  }
  throw error
}
