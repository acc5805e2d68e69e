import { checkPermissions, mapValues } from '../key-permissions.ts'
import { KeyProblem } from '../provider-api.ts'
import { polarClient } from './polar-client.ts'

/** The page of Polar's dashboard that leads to an organization's settings, where access tokens are made. */
export const polarKeyPage = 'https://polar.sh/dashboard'

/** What is read, by the scope's name on that page. */
const reads: Readonly<Record<string, string>> = {
  ...{ 'disputes:read': '/disputes/', 'orders:read': '/orders/', 'refunds:read': '/refunds/' },
  'subscriptions:read': '/subscriptions/',
}

export const polarPermissions = Object.keys(reads)

/** No object has this id. */
const noId = '00000000-0000-4000-8000-000000000000'

/** Changes of objects that do not exist, and a refund without content. */
const writes: Readonly<Record<string, readonly ['POST' | 'PATCH', string]>> = {
  'customers:write': ['PATCH', `/customers/${noId}`],
  'discounts:write': ['PATCH', `/discounts/${noId}`],
  'orders:write': ['PATCH', `/orders/${noId}`],
  'organizations:write': ['PATCH', `/organizations/${noId}`],
  'products:write': ['PATCH', `/products/${noId}`],
  'refunds:write': ['POST', '/refunds/'],
  'subscriptions:write': ['PATCH', `/subscriptions/${noId}`],
  'webhooks:write': ['PATCH', `/webhooks/endpoints/${noId}`],
}

const remedy = `Make an access token in the settings of your organization at ${polarKeyPage} and select these scopes, and no others: ${polarPermissions.join(', ')}.`

/** Throws unless the key is one of an organization that may read all of `reads` and change nothing. */
export async function checkPolarKey(key: string, apiUrl: string): Promise<void> {
  checkKind(key)
  const client = polarClient(key, apiUrl)
  await checkPermissions({
    ...{ title: 'Polar', remedy: `${remedy} Tokens of the sandbox are unknown here.` },
    reads: mapValues(reads, (path) => () => client.list(path, { limit: 1 })),
    writes: mapValues(
      writes,
      ([method, path]) =>
        () =>
          client.change(method, path),
    ),
    unneeded: { list: () => client.list('/files/'), one: () => client.one(`/files/${noId}`) },
  })
}

function checkKind(key: string): void {
  if (/^polar_oat_[A-Za-z0-9_]{10,400}$/.test(key)) return
  const kind = key.startsWith('polar_pat_')
    ? 'This is a personal access token, which may do everything in your organizations.'
    : key.startsWith('polar_whs_') || key.startsWith('whsec_')
      ? 'This is a webhook’s secret.'
      : 'This is not an access token of an organization at Polar: those begin with polar_oat_.'
  throw new KeyProblem(`${kind} ${remedy}`)
}
