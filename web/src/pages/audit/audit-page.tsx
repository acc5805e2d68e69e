import { Link } from '@tanstack/react-router'
import { BackLink } from '../../parts/frame/back-link.tsx'
import { Frame } from '../../parts/frame/frame.tsx'
import sections from '../../parts/frame/sections.module.css'
import { useTitle } from '../../parts/frame/title.ts'
import { texts } from '../../texts/texts.ts'
import { AuditLog } from '../settings/audit/audit-log.tsx'
import styles from '../settings/settings-page.module.css'

const words = texts.sections.audit

/** The whole installation's audit log, for its owners. */
export function AuditPage() {
  useTitle(words.title)
  return (
    <Frame>
      <div className={sections.page}>
        <BackLink to={<Link to="/sites" />}>{texts.menu.sites}</BackLink>
        <div className={styles.about}>
          <h1 id="audit-title">{words.title}</h1>
          <p>{words.lead}</p>
        </div>
        <section className={styles.section} aria-labelledby="audit-title">
          <AuditLog siteId={undefined} />
        </section>
      </div>
    </Frame>
  )
}
