import { account } from './en/account.ts'
import * as english from './en/ways.ts'
import { spoken } from './texts.ts'

const { signIn, passkeys, provider, own, people, duty, reset, forgotten, stepUp } = english

/** The texts of sign-in, passkeys and people, loaded with the pages that need them. */
export const wayTexts = await spoken(
  { account, signIn, passkeys, provider, own, people, duty, reset, forgotten, stepUp },
  {
    de: async () => ({ ...(await import('./de/account.ts')), ...(await import('./de/ways.ts')) }),
    es: async () => ({ ...(await import('./es/account.ts')), ...(await import('./es/ways.ts')) }),
  },
)
