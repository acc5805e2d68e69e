import { checkPermissions, mapValues } from '../key-permissions.ts'
import { KeyProblem } from '../provider-api.ts'
import { paddleClient } from './paddle-client.ts'

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

/** Changes of objects that do not exist, and an adjustment without content. */
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
  await checkPermissions({
    ...{ title: 'Paddle', remedy },
    reads: mapValues(reads, (path) => () => client.get(path, { per_page: 1 })),
    writes: mapValues(
      writes,
      ([method, path]) =>
        () =>
          client.change(method, path),
    ),
    unneeded: {
      list: () => client.get('/reports'),
      one: () => client.get(`/reports/rep_${noId}`),
    },
  })
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
