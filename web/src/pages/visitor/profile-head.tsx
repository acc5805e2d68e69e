import { personName } from '@tributary/contract/person-name.ts'
import type { VisitorProfile } from '@tributary/contract/visitor-profile.ts'
import { AtSign, Laptop, Smartphone, Tablet } from 'lucide-react'
import type { ReactNode } from 'react'
import { useVisitorNames } from '../../api/visitor-summaries.ts'
import { formatCountry } from '../../format/country.ts'
import { formatInstant, formatInstantDay } from '../../format/date.ts'
import { formatLanguage } from '../../format/language.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { Mark } from '../../marks/mark.tsx'
import { CopyButton } from '../../parts/forms/copy-button.tsx'
import { Hint } from '../../parts/hint.tsx'
import { KnownPerson } from '../../parts/known-person.tsx'
import { peopleTexts } from '../../texts/people.ts'
import { texts } from '../../texts/texts.ts'
import { originName } from './origin-name.ts'
import styles from './visitor-page.module.css'

const words = peopleTexts.profile

/** Who the person is, where they came from, and their totals. */
export function ProfileHead({ siteId, profile }: { siteId: string; profile: VisitorProfile }) {
  const { visitorId, userIds, hasEmail, devices, firstTouch } = profile
  const [latest] = devices
  const name = useVisitorNames(siteId, [visitorId])(visitorId)
  const place = [latest?.city, latest?.region, latest?.country && formatCountry(latest.country)]
  return (
    <header className={styles.head}>
      <div className={styles.who}>
        <div className={styles.names}>
          <h1 className={styles.title}>
            <KnownPerson siteId={siteId} visitorId={visitorId} country={latest?.country} />
          </h1>
          <p className={styles.muted}>
            {name !== personName(visitorId) && `${personName(visitorId)} · `}
            <code>{visitorId}</code>
          </p>
          <p className={styles.muted}>
            {[place.filter(Boolean).join(', '), latest?.language && formatLanguage(latest.language)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <ul className={styles.chips}>
          {hasEmail && !name.includes('@') && (
            <li className={styles.chip}>
              <AtSign aria-hidden />
              <Hint text={words.emailHint}>{words.email}</Hint>
            </li>
          )}
          {userIds
            .filter((id) => id !== name)
            .map((id) => (
              <li key={id} className={styles.chip}>
                {id}
              </li>
            ))}
          <li>
            <CopyButton text={visitorId} label={words.copy} />
          </li>
        </ul>
      </div>
      <Figures profile={profile} />
      <div className={styles.origins}>
        <p>
          <span className={styles.muted}>{words.came} </span>
          <Mark kind="source" value={firstTouch.source} label={originName(firstTouch)} />{' '}
          <strong>{originName(firstTouch)}</strong>
          {firstTouch.landingPage && (
            <span className={styles.muted}> · {words.landing(firstTouch.landingPage)}</span>
          )}
        </p>
        <Devices devices={devices} />
      </div>
    </header>
  )
}

function Figures({ profile: { figures, currency, ...seen } }: { profile: VisitorProfile }) {
  const others = figures.unconverted.map((sum) => formatMoney(sum.amount, sum.currency))
  return (
    <dl className={styles.figures}>
      <Figure name={<Hint text={words.revenueHint}>{words.revenue}</Hint>} isLarge>
        <span className="money">{formatMoney(figures.revenue, currency)}</span>
        {others.length > 0 && <small>{words.unconverted(others.join(', '))}</small>}
      </Figure>
      <Figure name={words.payments}>{formatCount(figures.payments)}</Figure>
      <Figure name={<Hint text={words.conversionHint}>{words.conversion}</Hint>}>
        <Conversion figures={figures} />
      </Figure>
      <Figure name={words.visits}>{formatCount(figures.visits)}</Figure>
      <Figure name={words.pageViews}>{formatCount(figures.pageViews)}</Figure>
      <Figure name={words.goals}>{formatCount(figures.goals)}</Figure>
      <Figure name={words.first}>
        <time dateTime={seen.firstSeenAt} title={formatInstant(seen.firstSeenAt)}>
          {formatInstantDay(seen.firstSeenAt)}
        </time>
        <small>
          {words.last}{' '}
          <time dateTime={seen.lastSeenAt} title={formatInstant(seen.lastSeenAt)}>
            {formatInstantDay(seen.lastSeenAt)}
          </time>
        </small>
      </Figure>
    </dl>
  )
}

interface FigureProps {
  name: ReactNode
  isLarge?: boolean
  children: ReactNode
}

function Figure({ name, isLarge = false, children }: FigureProps) {
  return (
    <div data-large={isLarge || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Conversion({ figures }: Pick<VisitorProfile, 'figures'>) {
  const { daysToConversion, visitsToConversion } = figures
  if (daysToConversion === null) {
    return <span className={styles.none}>{figures.payments > 0 ? '–' : words.never}</span>
  }
  const days = Math.round(daysToConversion)
  return (
    <>
      {days === 0 ? words.sameDay : words.days(formatCount(days), days === 1)}
      {visitsToConversion !== null && (
        <small>
          {words.afterVisits(formatCount(visitsToConversion), visitsToConversion === 1)}
        </small>
      )}
    </>
  )
}

const icons: Readonly<Record<string, typeof Laptop>> = { mobile: Smartphone, tablet: Tablet }

function Devices({ devices }: Pick<VisitorProfile, 'devices'>) {
  return (
    <div className={styles.devices}>
      {devices.length > 1 && (
        <p className={styles.muted}>
          <Hint text={words.devicesLead}>{words.devices(formatCount(devices.length))}</Hint>
        </p>
      )}
      <ul className={styles.deviceList}>
        {devices.map(({ visitorId, device, browser, os }) => {
          const Icon = icons[device] ?? Laptop
          return (
            <li key={visitorId} className={styles.chip} title={visitorId}>
              <Icon aria-hidden />
              {[browser || texts.devices[device] || words.device, os].filter(Boolean).join(' · ')}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
