import {
  type AppAccount,
  type AppDevice,
  type AppPasskey,
  codeInput,
  emailInput,
  newPasskeyInput,
  newPasswordInput,
  type PasskeyCreation,
  passkeyNameInput,
  passwordInput,
  proofInput,
  resetTokenInput,
  stepUpInput,
} from '../app/account.ts'
import { message, type Operations, typed } from '../operation.ts'

/** Where a person is signed in. */
export const deviceOperations = {
  'GET /api/app/account/devices': { access: 'person', data: typed<{ devices: AppDevice[] }>() },
  'DELETE /api/app/account/devices': { access: 'person', data: message },
  'DELETE /api/app/account/devices/:deviceId': { access: 'person', data: message },
} satisfies Operations

/** A person's own password and second factor. */
export const securityOperations = {
  'POST /api/app/account/step-up': { access: 'person', body: stepUpInput, data: message },
  'POST /api/app/account/password': { access: 'person', body: newPasswordInput, data: message },
  'GET /api/app/account/second-factor': {
    access: 'signed-in',
    data: typed<{ on: boolean; recoveryCodesLeft: number }>(),
  },
  'POST /api/app/account/second-factor': {
    access: 'factor-setter',
    body: passwordInput,
    data: typed<{ secret: string; uri: string }>(),
  },
  'POST /api/app/account/second-factor/confirm': {
    access: 'factor-setter',
    body: codeInput,
    data: typed<{ recoveryCodes: string[] }>(),
  },
  'POST /api/app/account/second-factor/remove': {
    access: 'person',
    body: stepUpInput,
    data: message,
  },
} satisfies Operations

/** A person's own passkeys. */
export const passkeyOperations = {
  'GET /api/app/account/passkeys': {
    access: 'signed-in',
    data: typed<{ passkeys: AppPasskey[] }>(),
  },
  'POST /api/app/account/passkeys/options': {
    access: 'factor-setter',
    body: proofInput,
    data: typed<{ options: PasskeyCreation }>(),
  },
  'POST /api/app/account/passkeys': {
    access: 'factor-setter',
    body: newPasskeyInput,
    data: typed<{ passkey: AppPasskey }>(),
  },
  'PATCH /api/app/account/passkeys/:passkeyId': {
    access: 'person',
    body: passkeyNameInput,
    data: message,
  },
  // Not DELETE, for it carries a password.
  'POST /api/app/account/passkeys/:passkeyId/remove': {
    access: 'person',
    body: proofInput,
    data: message,
  },
} satisfies Operations

/** A person's own address and end. */
export const ownAccountOperations = {
  /** `mailedTo` says where a link went that must come back first. */
  'POST /api/app/account/email': {
    access: 'person',
    body: emailInput,
    data: typed<{ account: AppAccount; mailedTo: string | null }>(),
  },
  'POST /api/app/account/email/prove': {
    access: 'person',
    body: resetTokenInput,
    data: typed<{ account: AppAccount }>(),
  },
  'POST /api/app/account/delete': { access: 'person', body: proofInput, data: message },
} satisfies Operations
