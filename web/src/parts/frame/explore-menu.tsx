import { Link, useParams } from '@tanstack/react-router'
import { ChevronDown, Compass } from 'lucide-react'
import { texts } from '../../texts/texts.ts'
import { retainSearch } from '../../url-state/search-params.ts'
import { Button } from '../forms/button.tsx'
import { explorePageOf, explorePages } from './explore-pages.ts'
import { MenuItem, MenuPopup } from './menu.tsx'
import styles from './site-bar.module.css'

/** Links to the pages below "Explore". Range and filters stay. */
export function ExploreMenu({ siteId }: { siteId: string }) {
  const { page = '' } = useParams({ strict: false })
  const open = explorePageOf(page)
  const words = texts.explore
  return (
    <MenuPopup
      trigger={
        <Button
          look="quiet"
          className={styles.page}
          data-open={open !== undefined || undefined}
          aria-label={open ? `${words.label}: ${words.pages[open.id].name}` : words.label}
        >
          <Compass aria-hidden />
          <span className={styles.word}>{words.label}</span>
          <ChevronDown aria-hidden className={styles.arrow} />
        </Button>
      }
    >
      {explorePages.map(({ id, icon: Icon }) => (
        <MenuItem
          key={id}
          icon={<Icon aria-hidden />}
          hint={words.pages[id].lead}
          render={
            <Link
              to="/sites/$siteId/explore/$page"
              params={{ siteId, page: id }}
              search={retainSearch as never}
            />
          }
        >
          {words.pages[id].name}
        </MenuItem>
      ))}
    </MenuPopup>
  )
}
