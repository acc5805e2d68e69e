import { Link, useParams } from '@tanstack/react-router'
import type { PaymentData } from '@tributary/contract/payment.ts'
import { usePayment } from '../../api/money/payments.ts'
import { useMay } from '../../api/site/sites.ts'
import { formatDay, formatInstantInZone } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { formatRate } from '../../format/number.ts'
import { formatProvider, providerPage } from '../../format/provider.ts'
import { Marked } from '../../marks/marked.tsx'
import { BackLink } from '../../parts/frame/back-link.tsx'
import { Frame } from '../../parts/frame/frame.tsx'
import { SiteBar } from '../../parts/frame/site-bar.tsx'
import { useTitle } from '../../parts/frame/title.ts'
import { KnownPerson, VisitorStory } from '../../parts/known-person.tsx'
import { Failure } from '../../parts/states/failure.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { WaitingCard, WaitingRows } from '../../parts/states/waiting.tsx'
import { receiptTexts } from '../../texts/payment-list.ts'
import { texts } from '../../texts/texts.ts'
import { DuplicateNote } from './duplicate-note.tsx'
import { LinkByHand } from './link-by-hand.tsx'
import { PaymentCosts } from './payment-costs.tsx'
import { PaymentCredit } from './payment-credit.tsx'
import { PaymentHistory } from './payment-history.tsx'
import styles from './payment-page.module.css'
import { PaymentStatus } from './payment-status.tsx'
import { WhyCredited } from './why-credited.tsx'

const words = texts.payments

/** One payment: its amount, how it was attributed, and its reports. */
export function PaymentPage() {
  const { siteId, paymentId } = useParams({ from: '/signed-in/sites/$siteId/payments/$paymentId' })
  const payment = usePayment(siteId, paymentId)
  const mayLink = useMay(siteId, 'admin')
  const amount = payment.data && formatMoney(payment.data.amount, payment.data.currency)
  useTitle(amount && words.one(amount))
  return (
    <Frame bar={<SiteBar siteId={siteId} />}>
      <div className={styles.page}>
        <BackLink to={<Link to="/sites/$siteId/payments" params={{ siteId }} />}>
          {texts.payments.title}
        </BackLink>
        {payment.isPending && <Waiting />}
        {payment.error && !payment.data && (
          <Failure error={payment.error} retry={() => payment.refetch()} />
        )}
        {payment.data && (
          <>
            <header className={styles.head}>
              <h1 className={styles.amount}>
                <span className="money">{amount}</span>
              </h1>
              <PaymentStatus payment={payment.data} />
              <time dateTime={payment.data.timestamp} className={styles.when}>
                {formatInstantInZone(payment.data.timestamp)}
              </time>
            </header>
            <DuplicateNote payment={payment.data} siteId={siteId} mayCount={mayLink} />
            <PaymentCredit payment={payment.data} />
            <WhyCredited payment={payment.data} siteId={siteId} />
            <Facts payment={payment.data} siteId={siteId} />
            <PaymentCosts payment={payment.data} />
            {mayLink && <LinkByHand payment={payment.data} siteId={siteId} />}
            <PaymentHistory siteId={siteId} payment={payment.data} />
          </>
        )}
      </div>
    </Frame>
  )
}

function Waiting() {
  return (
    <>
      <Skeleton width="180px" height="34px" />
      <WaitingCard>
        <WaitingRows count={3} figures={0} isTall />
      </WaitingCard>
      <WaitingCard>
        <WaitingRows count={4} figures={1} />
      </WaitingCard>
    </>
  )
}

function Facts({ payment, siteId }: { payment: PaymentData; siteId: string }) {
  const { fact } = words
  const { exchange } = payment.receipt
  const isPart = payment.netAmount !== payment.amount
  const page = providerPage(payment.provider, [payment.providerPaymentId, ...payment.aliases])
  return (
    <section className={styles.card} aria-labelledby="facts">
      <h2 id="facts">{words.facts}</h2>
      <dl className={styles.facts}>
        <div>
          <dt>{fact.provider}</dt>
          <dd className={styles.inLine}>
            <Marked
              kind="provider"
              value={payment.provider}
              label={formatProvider(payment.provider)}
            >
              {formatProvider(payment.provider)}
            </Marked>
            {page !== undefined && (
              <a href={page} target="_blank" rel="noreferrer">
                {words.openAt(formatProvider(payment.provider))}
              </a>
            )}
          </dd>
        </div>
        <Fact name={fact.id} value={payment.providerPaymentId} />
        {payment.aliases.length > 0 && (
          <Fact name={fact.aliases} value={payment.aliases.join(', ')} />
        )}
        {isPart && (
          <Fact name={fact.net} value={formatMoney(payment.netAmount, payment.currency)} />
        )}
        {exchange && (
          <Fact
            name={receiptTexts.rate}
            value={receiptTexts.rateOf(
              formatMoney(exchange.netAmount, exchange.currency),
              formatRate(exchange.rate),
              formatDay(exchange.rateDay),
            )}
          />
        )}
        <Fact name={fact.customer} value={payment.customerId} />
        <Fact name={fact.email} value={payment.customerEmail} />
        <div>
          <dt>{fact.visitor}</dt>
          <dd>
            {payment.visitorId === null ? (
              <span className={styles.unknown}>{words.unknown}</span>
            ) : (
              <span className={styles.inLine}>
                <Link
                  to="/sites/$siteId/visitors/$visitorId"
                  params={{ siteId, visitorId: payment.visitorId }}
                >
                  <KnownPerson siteId={siteId} visitorId={payment.visitorId} />
                </Link>
                <VisitorStory siteId={siteId} visitorId={payment.visitorId} />
              </span>
            )}
          </dd>
        </div>
      </dl>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value ?? <span className={styles.unknown}>{words.unknown}</span>}</dd>
    </div>
  )
}
