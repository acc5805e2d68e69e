import { Navigate, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useSite } from '../../api/site/sites.ts'
import { Frame } from '../../parts/frame/frame.tsx'
import { SiteBar } from '../../parts/frame/site-bar.tsx'
import { useTitle } from '../../parts/frame/title.ts'
import { Failure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { WaitingFields } from '../../parts/states/waiting.tsx'
import { settingsTexts } from '../../texts/settings.ts'
import { texts } from '../../texts/texts.ts'
import { MissingPage } from '../missing-page.tsx'
import { SectionList } from './section-list.tsx'
import { isFor, settingsSections } from './sections.ts'
import styles from './settings-page.module.css'

/** One section of a site's settings, with the navigation to the others. */
export function SettingsPage() {
  const { siteId, section } = useParams({ from: '/signed-in/sites/$siteId/settings/$section' })
  const site = useSite(siteId)
  const shown = settingsSections.find(({ id }) => id === section)
  const words = shown && texts.sections[shown.id]
  useTitle(words && `${words.title} · ${settingsTexts.title}`)
  if (!shown || !words) return <MissingPage />
  const Section = shown.component
  return (
    <Frame bar={<SiteBar siteId={siteId} />}>
      <div className={styles.page}>
        <h1>{settingsTexts.title}</h1>
        <SectionList siteId={siteId} />
        <section className={styles.section} aria-labelledby="section-title">
          <div className={styles.about}>
            <h2 id="section-title">{words.title}</h2>
            <p>{words.lead}</p>
          </div>
          {site.error && <Failure error={site.error} retry={() => site.refetch()} />}
          {site.isPending && <WaitingFields />}
          {site.data && !isFor(site.data.role)(shown) && (
            <NotForYou siteId={siteId} isDefault={shown === settingsSections[0]} />
          )}
          {site.data && isFor(site.data.role)(shown) && (
            <Suspense fallback={<WaitingFields />}>
              <Section key={siteId} site={site.data} />
            </Suspense>
          )}
        </section>
      </div>
    </Frame>
  )
}

/** Without a chosen section, redirects to one the user may see. */
function NotForYou({ siteId, isDefault }: { siteId: string; isDefault: boolean }) {
  if (!isDefault) return <Notice look="plain">{settingsTexts.notForYou}</Notice>
  const params = { siteId, section: 'team' }
  return <Navigate to="/sites/$siteId/settings/$section" params={params} replace />
}
