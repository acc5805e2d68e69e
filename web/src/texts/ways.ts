import { account } from './en/account.ts'
import * as english from './en/ways.ts'
import { spoken } from './texts.ts'

const { signIn, passkeys, provider, own, people, duty, reset, forgotten, stepUp } = english

/** The words of the ways to sign in and of the people who do, fetched with the pages that need them. */
export const wayTexts = await spoken(
  { account, signIn, passkeys, provider, own, people, duty, reset, forgotten, stepUp },
  {
    de: async () => ({ ...(await import('./de/account.ts')), ...(await import('./de/ways.ts')) }),
    es: async () => ({ ...(await import('./es/account.ts')), ...(await import('./es/ways.ts')) }),
  },
)
