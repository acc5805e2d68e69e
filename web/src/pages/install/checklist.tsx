import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck, X } from 'lucide-react'
import { buttonClass } from '../../parts/forms/button.tsx'
import { installTexts } from '../../texts/install.ts'
import styles from './checklist.module.css'

const words = installTexts.checklist

interface ChecklistProps {
  siteId: string
  hasVisit: boolean
  hasPayment: boolean
}

/** The progress of the set-up. It can be left at any time; the site's menu leads back. */
export function Checklist({ siteId, hasVisit, hasPayment }: ChecklistProps) {
  const steps = [
    { name: words.site, isDone: true },
    { name: words.visit, isDone: hasVisit, to: 'visit' },
    { name: words.payment, isDone: hasPayment, to: 'payment' },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  const isComplete = done === steps.length
  return (
    <section className={styles.checklist} aria-label={words.title}>
      <div className={styles.head}>
        <p className={styles.title} role="status">
          {isComplete ? words.done : words.progress(done, steps.length)}
        </p>
        <Link
          to="/sites/$siteId"
          params={{ siteId }}
          className={buttonClass('quiet')}
          aria-label={words.close}
          title={words.close}
        >
          <X aria-hidden />
        </Link>
      </div>
      <ol className={styles.steps}>
        {steps.map(({ name, isDone, to }) => (
          <li key={name} className={isDone ? styles.isDone : styles.isOpen}>
            {isDone ? (
              <CircleCheck aria-label={words.isDone} />
            ) : (
              <Circle aria-label={words.isOpen} />
            )}
            {to && !isDone ? <a href={`#${to}`}>{name}</a> : name}
          </li>
        ))}
      </ol>
      {isComplete && (
        <>
          <p className={styles.lead}>{words.doneLead}</p>
          <div className={styles.ways}>
            <Link to="/sites/$siteId" params={{ siteId }} className={buttonClass('primary')}>
              {installTexts.open}
            </Link>
            <Link
              to="/sites/$siteId/settings/$section"
              params={{ siteId, section: 'goals' }}
              className={buttonClass('plain')}
            >
              {words.goals}
            </Link>
            <Link
              to="/sites/$siteId/settings/$section"
              params={{ siteId, section: 'team' }}
              className={buttonClass('plain')}
            >
              {words.team}
            </Link>
          </div>
        </>
      )}
    </section>
  )
}
