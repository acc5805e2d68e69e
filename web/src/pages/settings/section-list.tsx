import { Link } from '@tanstack/react-router'
import { useSite } from '../../api/site/sites.ts'
import { settingsTexts } from '../../texts/settings.ts'
import { texts } from '../../texts/texts.ts'
import styles from './section-list.module.css'
import { isFor, settingsSections } from './sections.ts'

/** The navigation between the sections: a list at the side, on a phone a row that scrolls. */
export function SectionList({ siteId }: { siteId: string }) {
  const role = useSite(siteId).data?.role ?? 'admin'
  return (
    <nav className={styles.sections} aria-label={settingsTexts.title}>
      {settingsSections.filter(isFor(role)).map(({ id }) => (
        <Link
          key={id}
          to="/sites/$siteId/settings/$section"
          params={{ siteId, section: id }}
          className={styles.link}
          ref={(link: HTMLAnchorElement | null) => keepInView(link)}
        >
          {texts.sections[id].title}
        </Link>
      ))}
    </nav>
  )
}

/** As wide as the fading end of the row. */
const fade = 32

/** On a phone, scrolls to the open section, which may be out of sight at first. */
function keepInView(link: HTMLAnchorElement | null): void {
  const row = link?.parentElement
  if (!link || !row || link.getAttribute('aria-current') !== 'page') return
  const right = link.offsetLeft + link.offsetWidth + fade - row.clientWidth
  if (row.scrollLeft >= right && row.scrollLeft <= link.offsetLeft) return
  // In the middle, to show that there is more on both sides.
  row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}
