import { unauthorizedMessage } from '@tributary/contract/envelope.ts'
import type { ApiKeyScope } from '@tributary/contract/operation.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { admitPerson, notedPerson, type SignInDeps } from '../../accounts/http/signed-in.ts'
import type { SiteRole } from '../../accounts/rows/account-rows.ts'
import type { Reader } from '../../answers/question-turns.ts'
import { type Actor, keyActor, personActor } from '../../audit/actor.ts'
import { AppError } from '../../errors.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { getSiteAs } from '../site-access.ts'
import { type KeyDeps, keyOf, requireKey, setSite, siteOf } from './api-key.ts'

/**
 * Route options for what both programs and the dashboard use: a key with one of the scopes, or, where no key is given, a
 * signed-in person in the role on the site that `?siteId=` names.
 */
export function requireKeyOr(
  deps: KeyDeps & SignInDeps & { control: ControlStore },
  role: SiteRole,
  scopes: readonly ApiKeyScope[],
) {
  const byKey = requireKey(deps, ...scopes)
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const { siteId } = request.query as { siteId?: unknown }
      if (request.headers.authorization !== undefined || siteId === undefined) {
        return byKey.onRequest(request, reply)
      }
      const person = await admitPerson(deps, request)
      if (person === undefined) throw new AppError('unauthorized', unauthorizedMessage)
      if (typeof siteId !== 'string') {
        throw new AppError('invalid', 'siteId must be given only once')
      }
      setSite(request, await getSiteAs(deps.control, person, { id: siteId, role }))
    },
  }
}

/** The caller in the audit log's form. Only for routes that a key or a person may use. */
export function actorOf(request: FastifyRequest): Actor {
  const person = notedPerson(request)
  return person === undefined ? keyActor(keyOf(request)) : personActor(person)
}

/**
 * Whether the caller may see personal data: a person who may see the site, or a key with `visitors:read` or one of
 * `others`. Only for routes that a key or a person may use.
 */
export function maySeeVisitors(request: FastifyRequest, ...others: ApiKeyScope[]): boolean {
  if (notedPerson(request) !== undefined) return true
  const { scopes } = keyOf(request)
  return scopes.some((scope) => scope === 'visitors:read' || others.includes(scope))
}

/** The reader whose turn a question takes. Only for routes that a key or a person may use. */
export function readerOf(request: FastifyRequest): Reader {
  const person = notedPerson(request)
  const id = person === undefined ? `key:${keyOf(request).id}` : `person:${person.id}`
  return { siteId: siteOf(request).id, id, connection: request.socket }
}
