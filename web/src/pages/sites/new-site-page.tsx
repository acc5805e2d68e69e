import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type NewSite, useCreateSite } from '../../api/sites.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { Button } from '../../parts/button.tsx'
import { explainFailure } from '../../parts/failure.tsx'
import forms from '../../parts/form.module.css'
import { Frame } from '../../parts/frame.tsx'
import { Notice } from '../../parts/notice.tsx'
import { readDomain, SiteFields } from '../../parts/site-fields.tsx'
import { useTitle } from '../../parts/title.ts'
import { guessZoneAndCurrency } from '../../parts/zones-and-currencies.ts'
import { texts } from '../../texts/texts.ts'
import styles from './sites-page.module.css'

/** A further site. */
export function NewSitePage() {
  useTitle(texts.sites.newTitle)
  const create = useCreateSite()
  const navigate = useNavigate()
  const [site, setSite] = useState<NewSite>({ domain: '', ...guessZoneAndCurrency() })
  const [tried, setTried] = useState(false)
  const domain = readDomain(site.domain)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (domain === undefined) return
    create.mutate(
      { ...site, domain },
      {
        onSuccess: ({ id }) => navigate({ to: '/sites/$siteId/install', params: { siteId: id } }),
      },
    )
  }
  return (
    <Frame>
      <div className={styles.narrow}>
        <BackLink to={<Link to="/sites" />}>{texts.menu.sites}</BackLink>
        <h1>{texts.sites.newTitle}</h1>
        <p className={styles.lead}>{texts.sites.newLead}</p>
        <form className={forms.form} onSubmit={submit}>
          {create.error && <Notice look="bad">{explainFailure(create.error)}</Notice>}
          <SiteFields
            site={site}
            change={setSite}
            domainError={tried && domain === undefined ? texts.siteForm.domainBad : undefined}
          />
          <div className={forms.actions}>
            <Button type="submit" look="primary" busy={create.isPending}>
              {create.isPending ? texts.siteForm.creating : texts.siteForm.create}
            </Button>
          </div>
        </form>
      </div>
    </Frame>
  )
}
