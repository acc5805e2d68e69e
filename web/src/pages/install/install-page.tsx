import { Link, useParams } from '@tanstack/react-router'
import { useFirstPayment, useFirstVisit } from '../../api/first-data.ts'
import { useLive } from '../../api/live.ts'
import { type Site, useSite } from '../../api/sites.ts'
import { buttonClass } from '../../parts/button.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Frame } from '../../parts/frame.tsx'
import { SiteBar } from '../../parts/site-bar.tsx'
import { paymentCall, scriptTag } from '../../parts/snippets.ts'
import { useTitle } from '../../parts/title.ts'
import { texts } from '../../texts/texts.ts'
import { Arrived } from './arrived.tsx'
import styles from './install-page.module.css'
import { Platforms } from './platforms.tsx'
import { TestPaymentForm } from './test-payment.tsx'

const words = texts.install

/** The script tag, the wait for the first visit, and then the same for the first payment. */
export function InstallPage() {
  useTitle(words.title)
  const { siteId } = useParams({ from: '/signed-in/sites/$siteId/install' })
  const site = useSite(siteId)
  return (
    <Frame bar={<SiteBar siteId={siteId} />}>
      {site.error && <Failure error={site.error} retry={() => site.refetch()} />}
      {site.data && <Install site={site.data} />}
    </Frame>
  )
}

function Install({ site }: { site: Site }) {
  const visit = useFirstVisit(site.id)
  const hasVisit = visit.data === true
  return (
    <div className={styles.page}>
      <section className={styles.step}>
        <h1>{words.title}</h1>
        <p className={styles.lead}>{words.lead(site.name)}</p>
        <CodeBlock code={scriptTag(site.id)} label={words.title} />
        <Platforms siteId={site.id} />
      </section>
      <section className={styles.step} aria-live="polite">
        {hasVisit ? <FirstVisit site={site} /> : <Waiting site={site} />}
        {visit.error && <Failure error={visit.error} retry={() => visit.refetch()} />}
      </section>
      <Payments site={site} isWaiting={hasVisit} />
      {!hasVisit && (
        <Link to="/sites/$siteId" params={{ siteId: site.id }} className={styles.later}>
          {words.notYet}
        </Link>
      )}
    </div>
  )
}

function FirstVisit({ site }: { site: Site }) {
  const live = useLive(site.id)
  const page = live.data?.pages[0]?.page
  const source = live.data?.sources[0]?.source
  const details =
    page && words.arrivedFrom(page, source && source !== 'Direct' ? source : words.direct)
  return (
    <>
      <Arrived
        title={words.arrived}
        hint={details ? `${details} ${words.arrivedHint}` : words.arrivedHint}
      />
      <Link to="/sites/$siteId" params={{ siteId: site.id }} className={buttonClass('primary')}>
        {words.open}
      </Link>
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

function Payments({ site, isWaiting }: { site: Site; isWaiting: boolean }) {
  const payment = useFirstPayment(site.id, isWaiting)
  return (
    <section className={styles.step} aria-live="polite">
      <h2>{words.payments}</h2>
      <p className={styles.lead}>{words.paymentsLead}</p>
      <CodeBlock code={paymentCall(site.currency)} label={words.payments} />
      <Link
        to="/sites/$siteId/settings/$section"
        params={{ siteId: site.id, section: 'keys' }}
        className={buttonClass('plain')}
      >
        {words.makeKey}
      </Link>
      {isWaiting && <TestPaymentForm site={site} />}
      {payment.data === true && <Arrived title={words.paymentArrived} />}
      {isWaiting && payment.data === false && (
        <div className={styles.waiting}>
          <span className={styles.pulse} aria-hidden="true" />
          <p>{words.paymentWaiting}</p>
        </div>
      )}
    </section>
  )
}
