import type { MadePasskey, PasskeyCreation, UsedPasskey } from '@tributary/contract/app/account.ts'
import { type Account, toAccount } from '../../account.ts'
import { randomBase62 } from '../../base62.ts'
import { AppError } from '../../errors.ts'
import type { AlsoWrite, ControlStore } from '../../store/control/control-store.ts'
import { openChallenge, takeChallenge } from '../challenges.ts'
import { newOpaqueToken } from '../opaque-token.ts'
import { findAccountById } from '../rows/account-rows.ts'
import {
  findPasskey,
  insertPasskey,
  listPasskeyRows,
  type PasskeyRow,
  savePasskeyUse,
} from '../rows/passkey-rows.ts'
import { refuseDisabled } from '../sign-in.ts'
import type { RelyingParty } from './relying-party.ts'

/** Where passkeys are stored, and for whom they are made. */
export interface PasskeyPlace {
  store: ControlStore
  party: RelyingParty | undefined
  nowMs: number
}

/** More than anybody needs. */
const mostPasskeys = 20

/** The COSE algorithms EdDSA, ES256 and RS256; every authenticator supports one of them. */
const algorithms = [-8, -7, -257]

/** Loaded on first use, because it takes some megabytes. */
const library = () => import('@simplewebauthn/server')

/** What a browser needs to make a passkey for a person (`PublicKeyCredentialCreationOptionsJSON`). */
export async function passkeyCreation(
  place: PasskeyPlace,
  account: Account,
): Promise<PasskeyCreation> {
  const party = getParty(place)
  const own = await listPasskeyRows(place.store.db, account.id)
  if (own.length >= mostPasskeys) {
    throw new AppError('conflict', `There are ${mostPasskeys} passkeys already. Remove one first.`)
  }
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Tributary',
    rpID: party.id,
    userName: account.email,
    userDisplayName: account.email,
    // Already random, and it tells the browser which passkeys belong to the same person.
    userID: Uint8Array.from(Buffer.from(account.id)),
    challenge: Uint8Array.from(Buffer.from(newOpaqueToken(), 'base64url')),
    excludeCredentials: own.map(({ credentialId }) => ({ id: credentialId })),
    supportedAlgorithmIDs: algorithms,
    // Found without typing an address, and by the person's finger or code: both factors in one.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await openChallenge(place.store, place.nowMs, {
    token: options.challenge,
    purpose: 'passkey-add',
    accountId: account.id,
  })
  return options
}

/** Stores the passkey that a browser has made for a person, together with what `also` writes. */
export async function addPasskey(
  place: PasskeyPlace,
  account: Account,
  { name, credential }: { name: string; credential: MadePasskey },
  also: AlsoWrite<PasskeyRow>,
): Promise<PasskeyRow> {
  const party = getParty(place)
  const challenge = challengeOf(credential)
  const token = { token: challenge, purpose: 'passkey-add' } as const
  const asked = await takeChallenge(place.store, place.nowMs, token)
  if (asked?.accountId !== account.id) throw tooLate()
  const { verifyRegistrationResponse } = await library()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} } as Parameters<
      typeof verifyRegistrationResponse
    >[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((cause: unknown) => {
    throw new AppError('invalid', 'This passkey cannot be used here. Try again.', { cause })
  })
  if (!verified) throw new AppError('invalid', 'This passkey cannot be used here. Try again.')
  const made = registrationInfo.credential
  const row: PasskeyRow = {
    id: `psk_${randomBase62(12)}`,
    accountId: account.id,
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey).toString('base64url'),
    signCount: made.counter,
    transports: credential.response.transports ?? [],
    name: name.trim(),
    createdMs: place.nowMs,
    lastUsedMs: undefined,
  }
  await place.store.transaction(async (db) => {
    if (!(await insertPasskey(db, row))) {
      throw new AppError('conflict', 'This passkey is registered already')
    }
    await also(db, row)
  })
  return row
}

/** What a browser needs to sign in with any of the person's passkeys. */
export async function passkeyRequest(place: PasskeyPlace): Promise<{ challenge: string }> {
  const party = getParty(place)
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: Uint8Array.from(Buffer.from(newOpaqueToken(), 'base64url')),
    userVerification: 'required',
  })
  await openChallenge(place.store, place.nowMs, {
    token: options.challenge,
    purpose: 'passkey-sign-in',
  })
  return options
}

/** The account whose passkey signed this server's challenge. */
export async function checkPasskey(place: PasskeyPlace, credential: UsedPasskey): Promise<Account> {
  const party = getParty(place)
  const { db } = place.store
  const challenge = challengeOf(credential)
  const token = { token: challenge, purpose: 'passkey-sign-in' } as const
  if ((await takeChallenge(place.store, place.nowMs, token)) === undefined) throw tooLate()
  const passkey = await findPasskey(db, credential.id)
  const account = passkey && (await findAccountById(db, passkey.accountId))
  if (passkey === undefined || account === undefined) throw notAccepted()
  const { userHandle } = credential.response
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== account.id) {
    throw notAccepted()
  }
  const signCount = await verifiedCount(credential, { challenge, party, passkey })
  if (!(await savePasskeyUse(db, passkey.id, { signCount, nowMs: place.nowMs }))) {
    throw notAccepted()
  }
  refuseDisabled(account)
  return toAccount(account)
}

/** The count that the authenticator has signed. */
async function verifiedCount(
  credential: UsedPasskey,
  asked: { challenge: string; party: RelyingParty; passkey: PasskeyRow },
): Promise<number> {
  const { verifyAuthenticationResponse } = await library()
  const { id, publicKey, signCount } = asked.passkey
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} } as Parameters<
      typeof verifyAuthenticationResponse
    >[0]['response'],
    expectedChallenge: asked.challenge,
    expectedOrigin: asked.party.origin,
    expectedRPID: asked.party.id,
    requireUserVerification: true,
    credential: {
      id,
      publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')),
      counter: signCount,
    },
  }).catch((cause: unknown) => {
    throw notAccepted(cause)
  })
  if (!verified) throw notAccepted()
  return authenticationInfo.newCounter
}

function getParty({ party }: PasskeyPlace): RelyingParty {
  if (party !== undefined) return party
  const words = 'Passkeys need a PUBLIC_URL with https and a host name'
  throw new AppError('conflict', words)
}

/** The challenge that the browser claims to answer; the store knows whether it was issued. */
function challengeOf({ response }: { response: { clientDataJSON: string } }): string {
  try {
    const text = Buffer.from(response.clientDataJSON, 'base64url').toString()
    const { challenge } = JSON.parse(text) as { challenge?: unknown }
    if (typeof challenge === 'string') return challenge
  } catch (cause) {
    throw new AppError('invalid', 'credential is none', { cause })
  }
  throw new AppError('invalid', 'credential is none')
}

function tooLate(): AppError {
  return new AppError('invalid', 'This took too long, or was used already. Try again.')
}

function notAccepted(cause?: unknown): AppError {
  const words = 'This passkey was not accepted. Sign in another way and look at your passkeys.'
  return new AppError('unauthorized', words, { cause })
}
