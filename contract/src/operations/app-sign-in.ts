import {
  type AppAccount,
  type AppSignInOffer,
  type AppSignInWays,
  forgottenInput,
  oidcInput,
  passkeySignInInput,
  proofInput,
  resetInput,
  resetTokenInput,
  setUpInput,
  signInInput,
} from '../app/account.ts'
import type { AppSite } from '../app/site.ts'
import { message, type Operations, typed } from '../operation.ts'

/** No account yet where the password was right and a code is asked for. */
export type SignedIn = { account: AppAccount } | { account: null; codeNeeded: true }

/** The first account, which only the set-up link can make. */
export const setUpOperations = {
  'GET /api/app/setup': { access: 'anyone', data: typed<{ needed: boolean }>() },
  'POST /api/app/setup': {
    access: 'same-origin',
    body: setUpInput,
    data: typed<{ account: AppAccount; site: AppSite | null }>(),
  },
} satisfies Operations

/** Signing in and out. */
export const sessionOperations = {
  'GET /api/app/session': { access: 'signed-in', data: typed<{ account: AppAccount }>() },
  'POST /api/app/session': { access: 'same-origin', body: signInInput, data: typed<SignedIn>() },
  'DELETE /api/app/session': { access: 'same-origin', data: message },
} satisfies Operations

/** The ways to sign in that there are, and that a person has. */
export const signInWayOperations = {
  'GET /api/app/sign-in': { access: 'anyone', data: typed<AppSignInOffer>() },
  'GET /api/app/account/sign-in': { access: 'signed-in', data: typed<AppSignInWays>() },
} satisfies Operations

/** Signing in with a passkey. */
export const passkeySignInOperations = {
  'POST /api/app/passkey/options': {
    access: 'same-origin',
    data: typed<{ options: { challenge: string } }>(),
  },
  'POST /api/app/passkey/session': {
    access: 'same-origin',
    body: passkeySignInInput,
    data: typed<{ account: AppAccount }>(),
  },
} satisfies Operations

/** Signing in through the operator's provider, where there is one. */
export const oidcOperations = {
  'POST /api/app/oidc': { access: 'same-origin', body: oidcInput, data: typed<{ url: string }>() },
  'POST /api/app/account/oidc': {
    access: 'person',
    body: proofInput,
    data: typed<{ url: string }>(),
  },
  'POST /api/app/account/oidc/remove': { access: 'person', body: proofInput, data: message },
  'GET /api/app/oidc/callback': { access: 'anyone' },
} satisfies Operations

/** A forgotten password. */
export const resetOperations = {
  'POST /api/app/reset/ask': { access: 'same-origin', body: forgottenInput, data: message },
  'POST /api/app/reset': {
    access: 'same-origin',
    body: resetTokenInput,
    data: typed<{ email: string; codeNeeded: boolean }>(),
  },
  'POST /api/app/reset/finish': {
    access: 'same-origin',
    body: resetInput,
    data: typed<SignedIn>(),
  },
} satisfies Operations
