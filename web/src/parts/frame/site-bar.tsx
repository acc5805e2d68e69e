import { Link, useNavigate } from '@tanstack/react-router'
import { ChartNoAxesColumn, ChevronsUpDown, Code, CreditCard, Plus, Settings } from 'lucide-react'
import { useSites } from '../../api/site/sites.ts'
import { texts } from '../../texts/texts.ts'
import { retainSearch } from '../../url-state/search-params.ts'
import { Button, buttonClass } from '../forms/button.tsx'
import { ExploreMenu } from './explore-menu.tsx'
import { MenuChoices, MenuItem, MenuLine, MenuPopup } from './menu.tsx'
import styles from './site-bar.module.css'

/** In the top bar of a site's pages: the site's name, a menu of the others, and a link to its settings. */
export function SiteBar({ siteId }: { siteId: string }) {
  const sites = useSites()
  const navigate = useNavigate()
  const shown = sites.data?.find(({ id }) => id === siteId)
  const isMissing = sites.data !== undefined && shown === undefined
  const name = isMissing ? texts.menu.sites : (shown?.name ?? '')
  const choices = (sites.data ?? []).map((site) => ({ value: site.id, label: site.name }))
  const open = (id: string) => navigate({ to: '/sites/$siteId', params: { siteId: id } })
  return (
    <>
      <span className={styles.slash} aria-hidden="true">
        /
      </span>
      <MenuPopup
        trigger={
          <Button
            look="quiet"
            className={styles.site}
            aria-label={`${texts.menu.switchSite}: ${name}`}
          >
            <span className={styles.name}>{name}</span>
            <ChevronsUpDown aria-hidden />
          </Button>
        }
      >
        <MenuChoices value={siteId} choices={choices} choose={open} />
        <MenuLine />
        <MenuItem render={<Link to="/sites" />}>{texts.menu.sites}</MenuItem>
        <MenuItem icon={<Plus aria-hidden />} render={<Link to="/sites/new" />}>
          {texts.menu.newSite}
        </MenuItem>
        <MenuItem
          icon={<Code aria-hidden />}
          render={<Link to="/sites/$siteId/install" params={{ siteId }} />}
        >
          {texts.menu.install}
        </MenuItem>
      </MenuPopup>
      {!isMissing && <Pages siteId={siteId} name={name} />}
    </>
  )
}

/** The links to the pages of a site. */
function Pages({ siteId, name }: { siteId: string; name: string }) {
  return (
    <nav className={styles.pages} aria-label={name}>
      <Link
        to="/sites/$siteId"
        params={{ siteId }}
        search={retainSearch as never}
        className={`${buttonClass('quiet')} ${styles.page}`}
        activeOptions={{ exact: true, includeSearch: false }}
      >
        <ChartNoAxesColumn aria-hidden />
        <span className={styles.word}>{texts.menu.dashboard}</span>
      </Link>
      <Link
        to="/sites/$siteId/payments"
        params={{ siteId }}
        className={`${buttonClass('quiet')} ${styles.page}`}
      >
        <CreditCard aria-hidden />
        <span className={styles.word}>{texts.payments.title}</span>
      </Link>
      <ExploreMenu siteId={siteId} />
      <Link
        to="/sites/$siteId/settings"
        params={{ siteId }}
        aria-label={texts.menu.settings}
        className={`${buttonClass('quiet')} ${styles.page} ${styles.settings}`}
      >
        <Settings aria-hidden />
        <span className={styles.word}>{texts.menu.settingsWord}</span>
      </Link>
    </nav>
  )
}
