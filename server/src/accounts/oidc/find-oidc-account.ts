import type { OidcRefusal } from '@tributary/contract/app/account.ts'
import { type Account, toAccount } from '../../account.ts'
import { personActor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { AppError } from '../../errors.ts'
import type { AlsoWrite, ControlStore } from '../../store/control/control-store.ts'
import { acceptOpenInvitations, joinInvited } from '../people/join-invited.ts'
import { type AccountRow, findAccountByEmail, findAccountById } from '../rows/account-rows.ts'
import {
  findOidcAccountId,
  hasOidcIdentity,
  insertOidcIdentity,
  saveOidcUse,
} from '../rows/oidc-rows.ts'
import { saveEmailVerified } from '../rows/people-rows.ts'
import { verifyAddress } from '../verify-address.ts'
import type { OidcPerson } from './provider.ts'

/** The provider confirmed the person's identity, but they have no access here. */
export class OidcRefused extends AppError {
  readonly refusal: OidcRefusal

  constructor(refusal: OidcRefusal, cause?: unknown) {
    super('forbidden', `Signing in with the provider was refused: ${refusal}`, { cause })
    this.refusal = refusal
  }
}

interface Arrival {
  person: OidcPerson
  allowedDomains: readonly string[]
  nowMs: number
}

/**
 * The account of a person whom the provider has signed in. On the first sign-in, their verified address decides: an
 * account with it is connected from then on, an invitation creates one. All credentials from before the address was
 * verified are removed. Other people are refused, whatever their domain.
 */
export async function findOidcAccount(
  store: ControlStore,
  { person, allowedDomains, nowMs }: Arrival,
): Promise<Account> {
  refuseOtherDomains(person, allowedDomains)
  return store.transaction(async (db) => {
    const knownId = await findOidcAccountId(db, person)
    if (knownId !== undefined) {
      await saveOidcUse(db, person, nowMs)
      const known = signable(await findAccountById(db, knownId))
      if (known.email === person.email) await saveEmailVerified(db, known.id)
      return toAccount(known)
    }
    if (person.email === undefined) throw new OidcRefused('unverified')
    const found = await findAccountByEmail(db, person.email)
    if (found === undefined) {
      const made = await joinInvited(db, person.email, nowMs)
      if (made === undefined) throw new OidcRefused('unknown')
      await link(db, made, person, nowMs)
      return made
    }
    const account = toAccount(signable(found))
    if (found.isEmailUnverified) {
      // Anybody may have created it in this person's name.
      await verifyAddress(db, found, { nowMs })
      await acceptOpenInvitations(db, account, nowMs)
    }
    await link(db, account, person, nowMs)
    return account
  })
}

/** Connects the account of the signed-in person, whatever address the provider knows, with what `also` writes. */
export async function linkOidcAccount(
  store: ControlStore,
  account: Account,
  { person, allowedDomains, nowMs }: Arrival,
  also: AlsoWrite,
): Promise<void> {
  refuseOtherDomains(person, allowedDomains)
  await store.transaction(async (db) => {
    const knownId = await findOidcAccountId(db, person)
    if (knownId === account.id) return
    if (knownId !== undefined) throw new OidcRefused('taken')
    await link(db, account, person, nowMs)
    if (account.email === person.email) await saveEmailVerified(db, account.id)
    await also(db)
  })
}

async function link(
  db: ControlStore['db'],
  account: Account,
  person: OidcPerson,
  nowMs: number,
): Promise<void> {
  // Providers may assign the address of a former user to a new person, who must not get the old account.
  if (await hasOidcIdentity(db, account.id, person.issuer)) throw new OidcRefused('taken')
  await insertOidcIdentity(db, account.id, person, nowMs)
  const by = personActor(account)
  await recordAudit(db, nowMs, { action: 'account.oidc-linked', by })
}

function signable(row: AccountRow | undefined): AccountRow {
  if (row === undefined || row.isDisabled) throw new OidcRefused('disabled')
  return row
}

function refuseOtherDomains({ email }: OidcPerson, allowedDomains: readonly string[]): void {
  if (allowedDomains.length === 0) return
  if (email === undefined) throw new OidcRefused('unverified')
  if (!allowedDomains.includes(email.slice(email.lastIndexOf('@') + 1))) {
    throw new OidcRefused('domain')
  }
}
