import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressGroup } from '../../http/address.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import type { Browser } from '../sign-in.ts'
import { onlyCookie } from './session-cookie.ts'

type Keys = Pick<AccountsDeps, 'config' | 'secrets'>

const lifeSeconds = 400 * 24 * 60 * 60
/** How many accounts one browser is known to. */
const mostMarks = 5

/** Who is trying to sign in: an address, and the browser if the account has signed in there before. */
export function browserOf(deps: Keys, request: FastifyRequest): Browser {
  const { id, marks } = readCookie(deps, request)
  return {
    address: addressGroup(request.ip),
    knownAs(accountId) {
      const expected = markOf(deps, id, accountId)
      return marks.some((mark) => isSame(mark, expected)) ? id : undefined
    },
  }
}

/**
 * Remembers in the browser that this account has signed in there (an OWASP device cookie). It cannot be made
 * for another account, and it does not sign in: wrong guesses elsewhere just do not slow it down.
 */
export function rememberBrowser(
  deps: Keys,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  accountId: string,
): void {
  const known = readCookie(deps, request)
  const id = known.id === '' ? randomBytes(16).toString('hex') : known.id
  const mark = markOf(deps, id, accountId)
  const marks = [mark, ...known.marks.filter((one) => one !== mark)].slice(0, mostMarks)
  const parts = [`${cookieName(deps)}=${[id, ...marks].join('.')}`, 'Path=/']
  if (deps.config.publicUrl.startsWith('https:')) parts.push('Secure')
  parts.push(`Max-Age=${lifeSeconds}`, 'HttpOnly', 'SameSite=Lax')
  reply.header('Set-Cookie', parts.join('; '))
}

function readCookie(deps: Keys, request: FastifyRequest): { id: string; marks: string[] } {
  const value = onlyCookie(request, cookieName(deps)) ?? ''
  if (!/^[0-9a-f]{32}(\.[\w-]{43}){1,5}$/.test(value)) return { id: '', marks: [] }
  const [id = '', ...marks] = value.split('.')
  return { id, marks }
}

function cookieName({ config }: Keys): string {
  return config.publicUrl.startsWith('https:') ? '__Host-tributary_browser' : 'tributary_browser'
}

function markOf({ secrets }: Keys, id: string, accountId: string): string {
  return secrets.hash('known browser', `${id} ${accountId}`)
}

function isSame(mark: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(mark), Buffer.from(expected))
}
