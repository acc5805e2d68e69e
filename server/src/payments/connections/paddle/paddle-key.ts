import { ApiRefusal, askedErrorOf } from '../ask-api.ts'
import { KeyProblem } from '../provider-api.ts'
import { type PaddleClient, paddleClient } from './paddle-client.ts'

/** The page of Paddle's dashboard where API keys are made. */
export const paddleKeyPage = 'https://vendors.paddle.com/authentication-v2'

/** What is read, by the permission's name on that page. */
const reads: Readonly<Record<string, string>> = {
  Adjustments: '/adjustments',
  Subscriptions: '/subscriptions',
  Transactions: '/transactions',
}

export const paddlePermissions = Object.keys(reads)

/** No object has this id. */
const noId = '00000000000000000000000000'

/** Changes of objects that do not exist, and an adjustment without content: only 403 means that the key may not. */
const writes: Readonly<Record<string, readonly ['POST' | 'PATCH', string]>> = {
  Adjustments: ['POST', '/adjustments'],
  Customers: ['PATCH', `/customers/ctm_${noId}`],
  Discounts: ['PATCH', `/discounts/dsc_${noId}`],
  'Notification settings': ['PATCH', `/notification-settings/ntfset_${noId}`],
  Prices: ['PATCH', `/prices/pri_${noId}`],
  Products: ['PATCH', `/products/pro_${noId}`],
  Subscriptions: ['PATCH', `/subscriptions/sub_${noId}`],
  Transactions: ['PATCH', `/transactions/txn_${noId}`],
}

const remedy = `Make an API key at ${paddleKeyPage} and select Read for ${paddlePermissions.join(', ')}, and nothing else.`

/** Throws unless the key is one of the live account that may read all of `reads` and change nothing. */
export async function checkPaddleKey(key: string, apiUrl: string): Promise<void> {
  checkKind(key)
  const client = paddleClient(key, apiUrl)
  const readable = await statusesOf(reads, (path) => client.get(path, { per_page: 1 }))
  if (readable.some(({ status }) => status === 401)) {
    throw new KeyProblem(
      `Paddle does not accept this key: it was revoked, has expired or was mistyped. ${remedy}`,
    )
  }
  const missing = namesOf(readable, (status) => status !== 200)
  if (missing !== '') throw new KeyProblem(`This key may not read ${missing}. ${remedy}`)
  const changed = await statusesOf(writes, ([method, path]) => client.change(method, path))
  const writable = namesOf(changed, (status) => status !== 403)
  if (writable !== '' && !(await looksForObjectsFirst(client))) {
    throw new KeyProblem(`This key may change data in Paddle (${writable}). ${remedy}`)
  }
}

/**
 * Whether Paddle looks for an object before the key's permission, which its documents do not say: then nothing follows
 * from how it answers about objects that do not exist. Asked about reports, which the key should not be allowed to read.
 */
async function looksForObjectsFirst(client: PaddleClient): Promise<boolean> {
  const paths = { list: '/reports', one: `/reports/rep_${noId}` }
  const statuses = await statusesOf(paths, (path) => client.get(path))
  const [list, one] = statuses.map(({ status }) => status)
  return list === 403 && one !== 403
}

function checkKind(key: string): void {
  if (/^pdl_live_apikey_[A-Za-z0-9_]{20,400}$/.test(key)) return
  const kind = key.startsWith('pdl_sdbx_')
    ? 'This is a key of Paddle’s sandbox, whose payments never count.'
    : key.startsWith('live_') || key.startsWith('test_')
      ? 'This is a client-side token, which may read nothing.'
      : key.startsWith('pdl_ntfset_')
        ? 'This is a webhook’s secret key.'
        : 'This is not an API key of Paddle with permissions: those begin with pdl_live_apikey_.'
  throw new KeyProblem(`${kind} ${remedy}`)
}

interface Asked {
  name: string
  status: number
}

/** The status of each answer; throws when there was none, since it then says nothing about the key. */
function statusesOf<Place>(
  places: Readonly<Record<string, Place>>,
  ask: (place: Place) => Promise<unknown>,
): Promise<Asked[]> {
  return Promise.all(
    Object.entries(places).map(async ([name, place]) => {
      try {
        await ask(place)
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
