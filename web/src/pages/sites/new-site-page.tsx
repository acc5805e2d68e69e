import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type NewSite, useCreateSite } from '../../api/site/sites.ts'
import { Button } from '../../parts/forms/button.tsx'
import forms from '../../parts/forms/form.module.css'
import { readDomain, SiteFields } from '../../parts/forms/site-fields.tsx'
import { guessZoneAndCurrency } from '../../parts/forms/zones-and-currencies.ts'
import { BackLink } from '../../parts/frame/back-link.tsx'
import { Frame } from '../../parts/frame/frame.tsx'
import { useTitle } from '../../parts/frame/title.ts'
import { explainFailure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
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
