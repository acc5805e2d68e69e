import { Link, useParams } from '@tanstack/react-router'
import {
  type SeenVisitor,
  useFirstPayment,
  useFirstVisit,
  useSeenVisitor,
} from '../../api/site/first-data.ts'
import { type Site, useSite } from '../../api/site/sites.ts'
import { labelOf } from '../../format/dimension-label.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Frame } from '../../parts/frame/frame.tsx'
import { SiteBar } from '../../parts/frame/site-bar.tsx'
import { useTitle } from '../../parts/frame/title.ts'
import { KnownPerson } from '../../parts/known-person.tsx'
import { scriptTag } from '../../parts/snippets.ts'
import { Failure } from '../../parts/states/failure.tsx'
import { installTexts } from '../../texts/install.ts'
import { Arrived } from './arrived.tsx'
import { Checklist } from './checklist.tsx'
import { ConnectPayments } from './connect-payments.tsx'
import styles from './install-page.module.css'
import { Platforms } from './platforms.tsx'
import { TestPaymentForm } from './test-payment.tsx'

const words = installTexts

/** The script tag, the wait for the first visit, and then the same for the first payment. */
export function InstallPage() {
  useTitle(words.title)
  const { siteId } = useParams({ from: '/signed-in/sites/$siteId/install' })
  const site = useSite(siteId)
  return (
    <Frame bar={<SiteBar siteId={siteId} />}>
      {site.error && <Failure error={site.error} retry={() => site.refetch()} />}
      {site.data && <Install key={siteId} site={site.data} />}
    </Frame>
  )
}

function Install({ site }: { site: Site }) {
  const visit = useFirstVisit(site.id)
  const hasVisit = visit.data === true
  const seen = useSeenVisitor(site.id, hasVisit)
  const payment = useFirstPayment(site.id, true)
  const hasPayment = payment.data === true
  return (
    <div className={styles.page}>
      {visit.data !== undefined && payment.data !== undefined && (
        <Checklist siteId={site.id} hasVisit={hasVisit} hasPayment={hasPayment} />
      )}
      <section className={styles.step}>
        <h1>{words.title}</h1>
        <p className={styles.lead}>{words.lead(site.name)}</p>
        <CodeBlock code={scriptTag(site.id)} label={words.title} />
        <Platforms siteId={site.id} />
      </section>
      <section className={styles.step} aria-live="polite" id="visit">
        {hasVisit ? (
          <FirstVisit siteId={site.id} visitor={seen.data ?? undefined} />
        ) : (
          <Waiting site={site} />
        )}
        {visit.error && <Failure error={visit.error} retry={() => visit.refetch()} />}
      </section>
      <section className={styles.step} id="payment">
        <h2>{words.payments}</h2>
        {payment.error && <Failure error={payment.error} retry={() => payment.refetch()} />}
        {hasVisit && !seen.isPending && (
          <TestPaymentForm site={site} seen={seen.data ?? undefined} />
        )}
        <ConnectPayments site={site} visitorId={seen.data?.visitorId} />
      </section>
    </div>
  )
}

interface FirstVisitProps {
  siteId: string
  /** The visitor; undefined until known. */
  visitor: SeenVisitor | undefined
}

function FirstVisit({ siteId, visitor }: FirstVisitProps) {
  if (visitor === undefined) return <Arrived title={words.arrived} hint={words.arrivedHint} />
  const { visitorId, country, source, page } = visitor
  const from = source === 'Direct' ? words.direct : labelOf('source', source)
  return (
    <>
      <Arrived title={words.arrived} hint={words.arrivedHint} />
      <p className={styles.seen}>
        <Link to="/sites/$siteId/visitors/$visitorId" params={{ siteId, visitorId }}>
          <KnownPerson {...{ siteId, visitorId, country }} />
        </Link>
        {page && <span className={styles.lead}>{words.arrivedFrom(page, from)}</span>}
      </p>
    </>
  )
}

function Waiting({ site }: { site: Site }) {
  return (
    <>
      <div className={styles.waiting}>
        <span className={styles.pulse} aria-hidden="true" />
        <div>
          <h2>{words.waiting}</h2>
          <p className={styles.lead}>{words.waitingHint(site.domains[0] ?? site.name)}</p>
        </div>
      </div>
      <details className={styles.trouble}>
        <summary>{words.trouble}</summary>
        <ul>
          {words.troubleList.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <a href="/help/guide/troubleshooting.html#i-see-no-visits" target="_blank" rel="noreferrer">
          {words.troubleMore}
        </a>
      </details>
    </>
  )
}
