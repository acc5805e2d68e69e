import { type QueryClient, useQuery } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useParams,
} from '@tanstack/react-router'
import { sessionQuery } from './api/client/session.ts'
import { siteQuery, sitesQuery } from './api/site/sites.ts'
import { showInstantsIn } from './format/date.ts'
import { BrokenPage } from './pages/broken-page.tsx'
import { loadExplorePage } from './pages/explore/load-page.ts'
import { MissingPage } from './pages/missing-page.tsx'
import { SitePage } from './pages/site/site-page.tsx'
import { WaitingPage } from './pages/waiting-page.tsx'
import { explorePageOf } from './parts/frame/explore-pages.ts'
import { leaveFullScreen } from './parts/frame/full-screen.ts'
import { untilMarkIsSeen } from './parts/frame/under-way.ts'
import { WithPalette } from './parts/palette/with-palette.tsx'
import { NewerBuildBar } from './parts/states/newer-build-bar.tsx'
import { canShowView, searchOfView } from './url-state/saved-view.ts'
import {
  parseSearchParams,
  type SearchParams,
  writeSearchParams,
} from './url-state/search-params.ts'

interface Context {
  client: QueryClient
}

const root = createRootRouteWithContext<Context>()({
  beforeLoad: ({ preload }) => (preload ? undefined : untilMarkIsSeen()),
  component: Root,
  notFoundComponent: MissingPage,
  errorComponent: BrokenPage,
})

function Root() {
  return (
    <>
      <Outlet />
      <NewerBuildBar />
    </>
  )
}

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('./pages/setup/set-up-page.tsx'), 'SetUpPage'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(
    () => import('./pages/invitation/invitation-page.tsx'),
    'InvitationPage',
  ),
})

const share = createRoute({
  getParentRoute: () => root,
  path: '/share/$name',
  component: lazyRouteComponent(() => import('./pages/share/share-page.tsx'), 'SharePage'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./pages/reset/reset-page.tsx'), 'ResetPage'),
})

/** Everything below needs a signed-in person; the requested address survives the sign-in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: SignedIn,
  beforeLoad: async ({ context, location, params }) => {
    // Data that the page needs anyway is requested together with the session.
    const { siteId } = params as { siteId?: string }
    void context.client.prefetchQuery(sitesQuery)
    // The page itself reports a failure.
    const site =
      siteId !== undefined && context.client.ensureQueryData(siteQuery(siteId)).catch(() => {})
    const person = await context.client.ensureQueryData(sessionQuery)
    if (person === null) throw redirect({ to: '/sign-in', search: { to: location.href } as never })
    if (person.lacksSecondFactor && location.pathname !== '/account') {
      throw redirect({ to: '/account' })
    }
    if (site) await Promise.race([site, aMoment()])
  },
})

/** On the pages of a site, times are in the same zone as its days. */
function SignedIn() {
  const { siteId } = useParams({ strict: false })
  const site = useQuery({ ...siteQuery(siteId ?? ''), enabled: siteId !== undefined })
  showInstantsIn(siteId === undefined ? undefined : site.data?.timezone)
  return (
    <WithPalette>
      <Outlet />
    </WithPalette>
  )
}

/** The longest that a page waits for its site, to be rendered once and not a first time without it. */
function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 200))
}

/** One site is the common case: then the start page is that site. */
const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: async ({ context }) => {
    const sites = await context.client.fetchQuery(sitesQuery)
    const only = sites.length === 1 ? sites[0] : undefined
    if (only) throw redirect({ to: '/sites/$siteId', params: { siteId: only.id }, replace: true })
    throw redirect({ to: '/sites', replace: true })
  },
})

const sites = createRoute({
  getParentRoute: () => signedIn,
  path: '/sites',
  component: lazyRouteComponent(() => import('./pages/sites/sites-page.tsx'), 'SitesPage'),
})

const newSite = createRoute({
  getParentRoute: () => signedIn,
  path: '/sites/new',
  component: lazyRouteComponent(() => import('./pages/sites/new-site-page.tsx'), 'NewSitePage'),
})

const site = createRoute({
  getParentRoute: () => signedIn,
  path: '/sites/$siteId',
  component: SitePage,
  // The page cannot be rendered without the site's answer, which contains the default view.
  beforeLoad: async ({ context, location, params }) => {
    const isPlain = Object.values(location.search).every((value) => value === undefined)
    if (!isPlain || location.state.isReportChange) return
    const opened = await context.client.ensureQueryData(siteQuery(params.siteId)).catch(() => {})
    const view = opened?.defaultView
    if (!view || !canShowView(view)) return
    throw redirect({ to: '.', search: searchOfView(view) as never, replace: true })
  },
  // The part below the headline loads while the headline is rendered. The page reports a failure.
  loader: () => {
    import('./pages/site/below-headline.tsx').catch(() => {})
  },
})

const install = createRoute({
  getParentRoute: () => signedIn,
  path: '/sites/$siteId/install',
  component: lazyRouteComponent(() => import('./pages/install/install-page.tsx'), 'InstallPage'),
})

const payments = createRoute({
  getParentRoute: () => signedIn,
  path: '/sites/$siteId/payments',
  component: lazyRouteComponent(() => import('./pages/payments/payments-page.tsx'), 'PaymentsPage'),
})

const payment = createRoute({
  getParentRoute: () => signedIn,
  path: '/sites/$siteId/payments/$paymentId',
  component: lazyRouteComponent(() => import('./pages/payments/payment-page.tsx'), 'PaymentPage'),
})

const visitor = createRoute({
  getParentRoute: () => signedIn,
  path: '/sites/$siteId/visitors/$visitorId',
  component: lazyRouteComponent(() => import('./pages/visitor/visitor-page.tsx'), 'VisitorPage'),
})

const explore = createRoute({
  getParentRoute: () => signedIn,
  path: '/sites/$siteId/explore/$page',
  component: lazyRouteComponent(() => import('./pages/explore/explore-page.tsx'), 'ExplorePage'),
  // Pointing at a link prefetches its page.
  loader: async ({ params, preload }) => {
    const page = explorePageOf(params.page)
    if (preload && page) await loadExplorePage[page.id]()
  },
})

const tv = createRoute({
  getParentRoute: () => signedIn,
  path: '/sites/$siteId/tv',
  component: lazyRouteComponent(() => import('./pages/realtime/tv-page.tsx'), 'TvPage'),
  // However it is left, other pages are not shown in full screen.
  onLeave: leaveFullScreen,
})

/** Without a section, the first; an anchor such as `#keys` names its section. */
const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/sites/$siteId/settings',
  beforeLoad: ({ params: { siteId }, location: { hash } }) => {
    const params = { siteId, section: hash === '' ? 'general' : hash }
    throw redirect({ to: '/sites/$siteId/settings/$section', params, replace: true })
  },
})

const settingsSection = createRoute({
  getParentRoute: () => signedIn,
  path: '/sites/$siteId/settings/$section',
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
})

const people = createRoute({
  getParentRoute: () => signedIn,
  path: '/people',
  component: lazyRouteComponent(() => import('./pages/people/people-page.tsx'), 'PeoplePage'),
})

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
})

const audit = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit',
  component: lazyRouteComponent(() => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
})

const routes = root.addChildren([
  setUp,
  signIn,
  resetPassword,
  invitation,
  share,
  signedIn.addChildren([
    start,
    sites,
    newSite,
    site,
    install,
    payments,
    payment,
    visitor,
    explore,
    tv,
    settings,
    settingsSection,
    account,
    audit,
    people,
  ]),
])

/** The dashboard's addresses. The query string is read and written as plain text: see url-state. */
export function makeRouter(client: QueryClient) {
  return createRouter({
    routeTree: routes,
    context: { client },
    defaultPreload: 'intent',
    defaultPendingComponent: WaitingPage,
    defaultPendingMs: 500,
    scrollRestoration: true,
    parseSearch: (text) => parseSearchParams(text),
    stringifySearch: (params) => writeSearchParams(params as SearchParams),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
