import { ApiRefusal, askedErrorOf } from './ask-api.ts'
import { KeyProblem } from './provider-api.ts'

type Question = () => Promise<unknown>

/** How to find out a key's permissions if the provider's API does not show them. */
export interface KeyPermissions {
  title: string
  /** What is read, by the permission's name on the provider's page. */
  reads: Readonly<Record<string, Question>>
  /** Changes of objects that do not exist, or without content: only 403 means that the key may not. */
  writes: Readonly<Record<string, Question>>
  /** A list and an object that the key need not be able to read; the object does not exist. */
  unneeded: { list: Question; one: Question }
  /** How a right key is made. */
  remedy: string
}

/** Throws a `KeyProblem` unless a key may read everything we need and change nothing. */
export async function checkPermissions(permissions: KeyPermissions): Promise<void> {
  const { title, reads, writes, remedy } = permissions
  const readable = await statusesOf(reads)
  if (readable.some(({ status }) => status === 401)) {
    const why = 'it was revoked, has expired or was mistyped'
    throw new KeyProblem(`${title} does not accept this key: ${why}. ${remedy}`)
  }
  const missing = namesOf(readable, (status) => status !== 200)
  if (missing !== '') throw new KeyProblem(`This key may not read ${missing}. ${remedy}`)
  const writable = namesOf(await statusesOf(writes), (status) => status !== 403)
  if (writable !== '' && !(await looksForObjectsFirst(permissions))) {
    throw new KeyProblem(`This key may change data in ${title} (${writable}). ${remedy}`)
  }
}

/**
 * Whether the provider checks that an object exists before it checks the key's permission, which is not documented:
 * then its answers about objects that do not exist show nothing.
 */
async function looksForObjectsFirst({ unneeded }: KeyPermissions): Promise<boolean> {
  const [list, one] = await statusesOf({ ...unneeded })
  return list?.status === 403 && one?.status !== 403
}

interface Asked {
  name: string
  status: number
}

/** The status of each answer. Throws if one is missing, which says nothing about the key. */
function statusesOf(questions: Readonly<Record<string, Question>>): Promise<Asked[]> {
  return Promise.all(
    Object.entries(questions).map(async ([name, ask]) => {
      try {
        await ask()
        return { name, status: 200 }
      } catch (error) {
        const status = error instanceof ApiRefusal ? error.status : 0
        const isAnswer = status >= 400 && status < 500 && status !== 409 && status !== 429
        if (!isAnswer) throw askedErrorOf(error, name)
        return { name, status }
      }
    }),
  )
}

function namesOf(asked: readonly Asked[], is: (status: number) => boolean): string {
  return asked.flatMap(({ name, status }) => (is(status) ? [name] : [])).join(', ')
}

/** An object with other values under the same names. */
export function mapValues<From, To>(
  object: Readonly<Record<string, From>>,
  made: (value: From) => To,
): Record<string, To> {
  const entries = Object.entries(object).map(([name, value]) => [name, made(value)] as const)
  return Object.fromEntries(entries)
}
