import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useSession } from '../../api/client/session.ts'
import { includesRole, siteQuery, useSites } from '../../api/site/sites.ts'
import { useViews } from '../../api/site/views.ts'
import { sectionRoles } from '../../section-roles.ts'
import { paletteTexts as words } from '../../texts/palette.ts'
import { texts } from '../../texts/texts.ts'
import { namedRanges, rangeKeys } from '../../url-state/range.ts'
import { searchOfView } from '../../url-state/saved-view.ts'
import { retainSearch } from '../../url-state/search-params.ts'
import { explorePages } from '../frame/explore-pages.ts'
import { boundAction } from '../frame/short-cuts.ts'

/** One item of the palette. It closes the palette, unless it has an outcome to show there. */
export type PaletteLine = Item & ({ run: () => void } | { report: () => Promise<string> })

interface Item {
  id: string
  /** Its group, as a heading. */
  group: string
  label: string
  /** Its explanation, if the name does not suffice. */
  hint?: string
  /** The letter that does the same. */
  letter?: string
}

/** All pages and actions that are available from the open page, in the order of the bar. */
export function useLines(): PaletteLine[] {
  const { siteId } = useParams({ strict: false })
  const ofSite = useSiteLines(siteId)
  const others = useOtherSites(siteId)
  return [...lettersOfPage(), ...ofSite, ...others, ...useOwnLines()]
}

/** The shortcuts of the open page; choosing an item does the same as its key. */
function lettersOfPage(): PaletteLine[] {
  const names: [letter: string, label: string][] = [
    ...namedRanges.map((range): [string, string] => [rangeKeys[range], texts.ranges[range]]),
    ['c', texts.ranges.custom],
    ['f', texts.filters.addTitle],
    ['x', words.clearFilters],
    ['o', words.addNote],
  ]
  return names.flatMap(([letter, label]) => {
    const run = boundAction(letter)
    return run ? [{ id: letter, group: words.onThisPage, label, letter, run }] : []
  })
}

function useSiteLines(siteId: string | undefined): PaletteLine[] {
  const navigate = useNavigate()
  const { data } = useQuery({ ...siteQuery(siteId ?? ''), enabled: siteId !== undefined })
  const views = useViews(siteId).data ?? []
  if (siteId === undefined || data === undefined) return []
  const params = { siteId }
  const search = retainSearch as never
  const group = data.name
  const mayManage = includesRole(data.role, 'admin')
  const sections = Object.entries(sectionRoles).filter(([, role]) => includesRole(data.role, role))
  return [
    {
      id: 'dashboard',
      group,
      label: texts.menu.dashboard,
      run: () => navigate({ to: '/sites/$siteId', params, search }),
    },
    {
      id: 'payments',
      group,
      label: texts.payments.title,
      run: () => navigate({ to: '/sites/$siteId/payments', params }),
    },
    ...views.map((view) => ({
      id: view.id,
      group: texts.views.label,
      label: view.name,
      run: () => navigate({ to: '/sites/$siteId', params, search: searchOfView(view) as never }),
    })),
    ...explorePages.map(({ id: page }) => ({
      id: page,
      group,
      label: texts.explore.pages[page].name,
      hint: texts.explore.pages[page].lead,
      run: () => navigate({ to: '/sites/$siteId/explore/$page', params: { siteId, page }, search }),
    })),
    ...sections.map(([section]) => {
      const { title, lead } = texts.sections[section as keyof typeof texts.sections]
      return {
        id: `settings ${section}`,
        group,
        label: words.settings(title),
        hint: lead,
        run: () =>
          navigate({ to: '/sites/$siteId/settings/$section', params: { siteId, section } }),
      }
    }),
    ...(mayManage
      ? [
          {
            id: 'install',
            group,
            label: texts.menu.install,
            run: () => navigate({ to: '/sites/$siteId/install', params }),
          },
        ]
      : []),
  ]
}

function useOtherSites(siteId: string | undefined): PaletteLine[] {
  const navigate = useNavigate()
  const sites = useSites().data ?? []
  return sites
    .filter(({ id }) => id !== siteId)
    .map(({ id, name }) => ({
      id,
      group: texts.sites.title,
      label: name,
      run: () => navigate({ to: '/sites/$siteId', params: { siteId: id } }),
    }))
}

function useOwnLines(): PaletteLine[] {
  const navigate = useNavigate()
  const isOwner = useSession().data?.installationRole === 'owner'
  const lines = [
    { id: 'sites', label: texts.menu.sites, run: () => navigate({ to: '/sites' }) },
    { id: 'new', label: texts.menu.newSite, run: () => navigate({ to: '/sites/new' }) },
    { id: 'account', label: texts.menu.yourAccount, run: () => navigate({ to: '/account' }) },
    { id: 'help', label: texts.menu.help, run: () => location.assign('/help/') },
  ]
  const owned = [
    { id: 'people', label: texts.menu.people, run: () => navigate({ to: '/people' }) },
    { id: 'audit', label: texts.sections.audit.title, run: () => navigate({ to: '/audit' }) },
  ]
  return [...lines, ...(isOwner ? owned : [])].map((line) => ({ ...line, group: texts.product }))
}
