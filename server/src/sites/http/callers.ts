import type { Access } from '@tributary/contract/operation.ts'
import type { FastifyRequest } from 'fastify'
import { requireStepUp } from '../../accounts/http/proof.ts'
import {
  personOf,
  requireFactorSetter,
  requirePerson,
  requireSameOrigin,
  requireSignedIn,
  type SignInDeps,
} from '../../accounts/http/signed-in.ts'
import { requireOwner } from '../../accounts/installation-role.ts'
import type { Callers } from '../../http/serve-operations.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { getSiteAs } from '../site-access.ts'
import { countUnrouted, type KeyDeps, requireKey, siteOf } from './api-key.ts'
import { requireKeyOr } from './key-or-person.ts'

type CallersDeps = KeyDeps & SignInDeps & { control: ControlStore }

/** The callers of an operation: servers with keys, people with a session and a role on the site. */
export function openCallers(deps: CallersDeps): Callers {
  return {
    admit: (access) => accessHook(deps, access),
    callerOf: (request, access) => callerOf(deps, request, access),
    countUnrouted: (request, reply) => countUnrouted(deps, request, reply),
  }
}

function accessHook(deps: CallersDeps, access: Access) {
  switch (access) {
    case 'anyone':
    case 'signature':
      return {}
    case 'same-origin':
      return requireSameOrigin(deps)
    case 'signed-in':
      return requireSignedIn(deps)
    case 'factor-setter':
      return requireFactorSetter(deps)
    case 'person':
    case 'installation-owner':
      return requirePerson(deps)
    default:
      if ('role' in access) return requirePerson(deps)
      if (access.orRole === undefined) return requireKey(deps, ...access.scopes)
      return requireKeyOr(deps, access.orRole, access.scopes)
  }
}

async function callerOf(deps: CallersDeps, request: FastifyRequest, access: Access) {
  if (access === 'anyone' || access === 'same-origin' || access === 'signature') return {}
  if (typeof access === 'object' && 'scopes' in access) return { site: siteOf(request) }
  const person = personOf(request)
  if (access === 'installation-owner') requireOwner(person)
  if (typeof access === 'string') return { person }
  const { siteId } = request.params as { siteId: string }
  const site = await getSiteAs(deps.control, person, { id: siteId, role: access.role })
  if (access.stepUp) await requireStepUp(deps, request)
  return { person, site }
}
