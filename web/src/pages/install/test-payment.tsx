import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { SeenVisitor } from '../../api/site/first-data.ts'
import type { Site } from '../../api/site/sites.ts'
import { type TestPayment, useRefundTest, useTestPayment } from '../../api/site/test-payment.ts'
import { formatMoney } from '../../format/money.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Button, buttonClass } from '../../parts/forms/button.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { KnownPerson } from '../../parts/known-person.tsx'
import { visitorIdLine } from '../../parts/snippets.ts'
import { explainFailure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { installTexts } from '../../texts/install.ts'
import { Arrived } from './arrived.tsx'
import styles from './install-page.module.css'

const words = installTexts
const amount = 1

interface TestPaymentFormProps {
  site: Site
  /** The visitor who pays, unless another ID is entered; undefined if none was seen. */
  seen: SeenVisitor | undefined
}

/** Acts once as the site's server: a payment by the public API, its receipt, and its refund. */
export function TestPaymentForm({ site, seen }: TestPaymentFormProps) {
  const [given, setGiven] = useState('')
  const test = useTestPayment(site, words.testKeyName)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const visitorId = given.trim().replace(/^['"]|['"]$/g, '') || seen?.visitorId || ''
    test.mutate({ amount, visitorId })
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <h3>{words.testTitle}</h3>
      <p className={styles.lead}>{words.testLead}</p>
      {seen && given.trim() === '' && (
        <KnownPerson siteId={site.id} visitorId={seen.visitorId} country={seen.country} />
      )}
      <Button type="submit" look="primary" busy={test.isPending}>
        {test.isPending ? words.testing : words.test(formatMoney(amount, site.currency))}
      </Button>
      <details className={styles.other} open={seen === undefined}>
        <summary>{words.otherVisitor}</summary>
        <div className={styles.form}>
          <p className={styles.lead}>{words.otherVisitorLead}</p>
          <CodeBlock code={visitorIdLine} label={words.otherVisitor} />
          <TextField
            label={words.visitorId}
            hint={words.visitorIdHint}
            value={given}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setGiven(event.target.value)}
          />
        </div>
      </details>
      {test.error && <Notice look="bad">{explainFailure(test.error)}</Notice>}
      {test.data && <Outcome key={test.data.payment.paymentId} site={site} test={test.data} />}
    </form>
  )
}

function Outcome({ site, test }: { site: Site; test: TestPayment }) {
  const refundTest = useRefundTest(site)
  const isLinked = test.payment.visitorId !== null
  return (
    <div role="status" className={styles.outcome}>
      {isLinked ? (
        <Arrived title={words.paymentArrived} hint={words.linkedSomewhere} />
      ) : (
        <Notice look="money">{words.notLinked}</Notice>
      )}
      {refundTest.isSuccess ? (
        <p className={styles.lead}>{words.testRefunded}</p>
      ) : (
        <div className={styles.actions}>
          <Link
            to="/sites/$siteId/payments/$paymentId"
            params={{ siteId: site.id, paymentId: test.payment.paymentId }}
            className={buttonClass('plain')}
          >
            {words.receipt}
          </Link>
          <Button busy={refundTest.isPending} onClick={() => refundTest.mutate(test)}>
            {words.refundTest}
          </Button>
        </div>
      )}
      {refundTest.error && <Notice look="bad">{explainFailure(refundTest.error)}</Notice>}
    </div>
  )
}
