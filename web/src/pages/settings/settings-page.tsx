import { useParams } from '@tanstack/react-router'
import { useSite } from '../../api/sites.ts'
import { Failure } from '../../parts/failure.tsx'
import { Frame } from '../../parts/frame.tsx'
import styles from '../../parts/sections.module.css'
import { SiteBar } from '../../parts/site-bar.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTitle } from '../../parts/title.ts'
import { providerTexts } from '../../texts/en/providers.ts'
import { texts } from '../../texts/texts.ts'
import { GeneralForm } from './general-form.tsx'
import { KeyList } from './key-list.tsx'
import { PaymentProviders } from './payments/payment-providers.tsx'

/** A site's settings, its API keys and its payment providers. */
export function SettingsPage() {
  const { siteId } = useParams({ from: '/signed-in/sites/$siteId/settings' })
  const site = useSite(siteId)
  useTitle(texts.settings.title)
  return (
    <Frame bar={<SiteBar siteId={siteId} />}>
      <div className={styles.page}>
        <h1>{texts.settings.title}</h1>
        {site.error && <Failure error={site.error} retry={() => site.refetch()} />}
        {site.isPending && <Skeleton width="100%" height="240px" />}
        {site.data && (
          <>
            <section id="keys" className={styles.section} aria-labelledby="keys-title">
              <div className={styles.about}>
                <h2 id="keys-title">{texts.settings.keys}</h2>
                <p>{texts.settings.keysLead}</p>
              </div>
              <KeyList siteId={siteId} />
            </section>
            <section id="providers" className={styles.section} aria-labelledby="providers-title">
              <div className={styles.about}>
                <h2 id="providers-title">{providerTexts.title}</h2>
                <p>{providerTexts.lead}</p>
              </div>
              <PaymentProviders siteId={siteId} />
            </section>
            <section className={styles.section} aria-labelledby="general-title">
              <div className={styles.about}>
                <h2 id="general-title">{texts.settings.general}</h2>
                <p>{texts.settings.generalLead}</p>
              </div>
              <GeneralForm key={siteId} site={site.data} />
            </section>
          </>
        )}
      </div>
    </Frame>
  )
}
