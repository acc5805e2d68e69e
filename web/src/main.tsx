import './style/base.css'
import './style/arriving.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { secondFactorNeededMessage } from '@tributary/contract/second-factor-needed.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { FreshQueryClient } from './api/client/fresh-query-client.ts'
import { RequestError } from './api/client/request.ts'
import { sessionQuery } from './api/client/session.ts'
import { keepFocus } from './parts/dialogs/keep-focus.ts'
import { markUnderWay } from './parts/frame/under-way.ts'
import { watchForNewerBuild } from './parts/states/newer-build.ts'
import { makeRouter } from './router.tsx'

const client = new FreshQueryClient({
  defaultOptions: {
    queries: {
      // Refusals are final; only temporary errors are retried.
      retry: (count, error) => count < 2 && !isRefusal(error),
      refetchOnWindowFocus: true,
      // Without a network a question fails with an error; the default would silently wait for one.
      networkMode: 'always',
      staleTime: 10_000,
    },
    mutations: { networkMode: 'always' },
  },
})
const router = makeRouter(client)

// A session that ended on the server leads to the sign-in page, whichever request notices first.
client.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'updated' || query.state.status !== 'error') return
  const error = query.state.error as unknown
  if (!(error instanceof RequestError)) return
  if (error.message === secondFactorNeededMessage) void leadToSecondFactor()
  if (error.status !== 401) return
  // Before the session is known, the route itself redirects to the sign-in page.
  if (!client.getQueryData(sessionQuery.queryKey)) return
  client.setQueryData(sessionQuery.queryKey, null)
  const to = router.state.location.href
  router.navigate({ to: '/sign-in', search: { to, ended: '1' } as never })
})

/** An owner required a second factor of everybody while this page was open. */
async function leadToSecondFactor() {
  // Once that is known the routes redirect there. Redirecting here again would repeat the request, be refused again,
  // and so on.
  if (client.getQueryData(sessionQuery.queryKey)?.lacksSecondFactor) return
  await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  await router.navigate({ to: '/account' })
}

watchForNewerBuild()
keepFocus()
markUnderWay(router, client)

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no element with the id root')
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)

function isRefusal(error: unknown): boolean {
  return error instanceof RequestError && error.status >= 400 && error.status < 500
}
