import type { HitInput } from '@tributary/contract/hit.ts'
import { cleanText } from '../acquisition/clean-text.ts'
import { type PageAddress, readPageUrl } from '../acquisition/page-address.ts'
import { AppError } from '../errors.ts'
import { isEmail } from '../identities/email-hash.ts'
import { textProblem } from '../store/text-problem.ts'
import { checkHit } from './check-input.ts'
import { propertiesText } from './properties-text.ts'

/** A well-formed hit. */
export interface ReceivedHit {
  input: HitInput
  page: PageAddress
  /** JSON text of the properties, `''` when none. */
  properties: string
}

/** Validates a hit's body. The error names the field and its rule. */
export function receiveHit(body: unknown): ReceivedHit {
  const input = checkHit(body)
  const page = readPageUrl(input.url)
  if (page === undefined) {
    throw new AppError('invalid', 'url must be an http or https address with a path that fits')
  }
  const problem = problemOfKind(input)
  if (problem !== undefined) throw new AppError('invalid', problem)
  const properties = propertiesText(input.properties)
  if ('problem' in properties) throw new AppError('invalid', properties.problem)
  return { input, page, properties: properties.text }
}

interface KindFields {
  type: string
  name?: string | null
  userId?: string | null
  email?: string | null
}

/** The required fields of a kind of hit. */
export function problemOfKind({ type, name, userId, email }: KindFields): string | undefined {
  if (type === 'goal' && cleanText(name ?? '') === '') return 'name is required for a goal'
  if (type !== 'identify') return undefined
  if (!userId && !email) return 'userId or email is required to identify a visitor'
  const problem = textProblem({ userId })
  if (problem !== undefined) return problem
  return email && !isEmail(email) ? 'email must be an e-mail address' : undefined
}
