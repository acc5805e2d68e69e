import type { Locator, Page } from 'playwright-core'
import type { Random } from '../demo/random.ts'

/** Something that a person clicks to see other figures. */
export interface ClickKind {
  name: string
  /** Finds it, opening a menu if it is inside one; undefined if the page does not show it now. */
  find(page: Page, random: Random): Promise<Locator | undefined>
}

/** One of the visible ones. */
async function oneOf(locators: Locator, random: Random): Promise<Locator | undefined> {
  const visible = locators.filter({ visible: true })
  const count = await visible.count()
  return count === 0 ? undefined : visible.nth(random.between(0, count - 1))
}

/** A menu item that is not selected yet. */
const fromMenu =
  (menu: RegExp) =>
  async (page: Page, random: Random): Promise<Locator | undefined> => {
    const button = page.getByRole('main').getByRole('button', { name: menu }).first()
    if (!(await button.isVisible())) return undefined
    await button.click()
    await page.getByRole('menuitemradio').first().waitFor()
    return oneOf(page.getByRole('menuitemradio', { checked: false }), random)
  }

const rows = (page: Page) => page.getByRole('tabpanel').getByRole('button', { name: /^Show only / })
const removals = (page: Page) => page.getByRole('button', { name: /^Remove the filter/ })

/** The controls of a site's page. */
export const siteClicks: readonly ClickKind[] = [
  {
    name: 'filter by a row',
    // The third time reaches the bottom of the page.
    find: async (page, random) =>
      (await removals(page).count()) < 2 ? oneOf(rows(page), random) : undefined,
  },
  { name: 'remove a filter', find: (page, random) => oneOf(removals(page), random) },
  { name: 'another range', find: fromMenu(/^Period/) },
  { name: 'another model', find: fromMenu(/^Attribution model/) },
  { name: 'another comparison', find: fromMenu(/^Compare with/) },
  {
    name: 'another tab',
    find: (page, random) =>
      oneOf(page.getByRole('main').getByRole('tab', { selected: false }), random),
  },
  {
    name: 'sort by another column',
    find: (page, random) =>
      oneOf(page.locator('[role=tabpanel] thead th:not([aria-sort]) button'), random),
  },
]

const explored = ['Funnels', 'Journeys', 'Cohorts', 'Attribution', 'Ad spend', 'Visitors']

/** Links from a site's page to other pages. */
export const leaving: ClickKind = {
  name: 'to another page',
  async find(page, random) {
    const bar = page.getByRole('banner')
    if (random.chance(0.3)) return bar.getByRole('link', { name: 'Payments' })
    await bar.getByRole('button', { name: /^Explore/ }).click()
    await page.getByRole('menuitem').first().waitFor()
    const name = explored[random.between(0, explored.length - 1)] ?? ''
    return page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
  },
}

/** Links back to the site's page. */
export const returning: ClickKind = {
  name: 'back to the dashboard',
  find: async (page) => page.getByRole('banner').getByRole('link', { name: 'Dashboard' }),
}
