import type { Account } from '../account.ts'
import { createAccount } from '../accounts/create-account.ts'
import { hashOpaqueToken, newOpaqueToken } from '../accounts/opaque-token.ts'
import { hashPassword } from '../accounts/password.ts'
import { hasAccounts } from '../accounts/rows/account-rows.ts'
import {
  deleteSetupLinks,
  insertSetupLink,
  isSetupLinkOpen,
} from '../accounts/rows/setup-link-rows.ts'
import { AppError } from '../errors.ts'
import type { Site } from '../site.ts'
import { createSite, type SiteSettings } from '../sites/manage-sites.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { dayMs } from '../time/durations.ts'

const linkLifeMs = dayMs

export interface SetUp {
  token: string
  email: string
  password: string
  site?: (SiteSettings & { domains: readonly string[] }) | undefined
}

/**
 * A link that lets its reader create the first account, or nothing once there is one. The token is in the fragment
 * (`#`), so that it reaches no server log and no referrer.
 */
export async function createSetupLink(
  store: ControlStore,
  nowMs: number,
  publicUrl: string,
): Promise<string | undefined> {
  if (await hasAccounts(store.db)) return undefined
  const token = newOpaqueToken()
  await insertSetupLink(store.db, {
    tokenHash: hashOpaqueToken(token),
    createdMs: nowMs,
    expiresMs: nowMs + linkLifeMs,
  })
  return `${publicUrl}/setup#token=${token}`
}

/** Whether the installation still waits for its first account. */
export async function needsSetUp(store: ControlStore): Promise<boolean> {
  return !(await hasAccounts(store.db))
}

/** Creates the first account, and a site if one is given, once: the links of all nodes become invalid. */
export async function setUp(
  store: ControlStore,
  nowMs: number,
  input: SetUp,
): Promise<{ account: Account; site: Site | undefined }> {
  const tokenHash = hashOpaqueToken(input.token)
  if (!(await isSetupLinkOpen(store.db, tokenHash, nowMs))) throw closedLink()
  const passwordHash = await hashPassword(input.password)
  return store.transaction(async (db) => {
    const isOpen = await isSetupLinkOpen(db, tokenHash, nowMs)
    if (!isOpen || (await hasAccounts(db))) throw closedLink()
    const account = await createAccount(db, nowMs, { email: input.email, passwordHash })
    const site = input.site && (await createSite(db, nowMs, input.site))
    await deleteSetupLinks(db)
    return { account, site }
  })
}

function closedLink(): AppError {
  return new AppError(
    'forbidden',
    'This set-up link was used or is too old. Restart the server for a new one.',
  )
}
