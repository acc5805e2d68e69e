import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSignInWays } from '../../api/account/ways.ts'
import { useSession } from '../../api/client/session.ts'
import { BackLink } from '../../parts/frame/back-link.tsx'
import { Frame } from '../../parts/frame/frame.tsx'
import sections from '../../parts/frame/sections.module.css'
import { useTitle } from '../../parts/frame/title.ts'
import { Notice } from '../../parts/states/notice.tsx'
import { texts } from '../../texts/texts.ts'
import { wayTexts } from '../../texts/ways.ts'
import type { SearchParams } from '../../url-state/search-params.ts'
import { refusalIn } from '../sign-in/refusal.ts'
import { DeviceList } from './device-list.tsx'
import { DeleteAccount, OwnEmail } from './own-account.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProviderLink } from './provider-link.tsx'
import { SecondFactor } from './second-factor.tsx'
import { VerifyEmailFirst } from './verify-email-first.tsx'

const words = wayTexts.account
const { passkeys, provider, own } = wayTexts

/** How a person signs in, and where they are signed in. */
export function AccountPage() {
  useTitle(words.title)
  const ways = useSignInWays()
  const search = useSearch({ strict: false }) as SearchParams
  // The default until it is known: nearly everybody has one.
  const hasPassword = ways.data?.hasPassword ?? true
  const oidc = ways.data?.oidc
  // A person who lacks a required second factor may do nothing else yet.
  const person = useSession().data
  const isLacking = person?.lacksSecondFactor === true
  const isUnverified = person?.mustVerifyEmail === true
  return (
    <Frame>
      <div className={sections.page}>
        {!isLacking && <BackLink to={<Link to="/sites" />}>{texts.menu.sites}</BackLink>}
        <h1>{words.title}</h1>
        {isLacking && !isUnverified && <Notice look="plain">{words.factorNeeded}</Notice>}
        {isUnverified && <VerifyEmailFirst email={person.email} />}
        {hasPassword && !isLacking && (
          <Section id="password" title={words.password} lead={words.passwordLead}>
            <PasswordForm />
          </Section>
        )}
        {!isUnverified && (
          <Section id="passkeys" title={passkeys.title} lead={passkeys.lead}>
            <PasskeyList />
          </Section>
        )}
        {hasPassword && !isUnverified && (
          <Section id="second-factor" title={words.secondFactor} lead={words.secondFactorLead}>
            <SecondFactor />
          </Section>
        )}
        {oidc && !isLacking && (
          <Section id="provider" title={oidc.name} lead={provider.lead(oidc.name)}>
            <ProviderLink {...oidc} refusal={refusalIn(search)} />
          </Section>
        )}
        {!isLacking && (
          <>
            <Section id="devices" title={words.devices} lead={words.devicesLead}>
              <DeviceList />
            </Section>
            <Section id="email" title={own.emailTitle} lead={own.emailLead}>
              <OwnEmail />
            </Section>
            <Section id="delete" title={own.deleteTitle} lead={own.deleteLead}>
              <DeleteAccount />
            </Section>
          </>
        )}
      </div>
    </Frame>
  )
}

interface SectionProps {
  id: string
  title: string
  lead: string
  children: ReactNode
}

function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section id={id} className={sections.section} aria-labelledby={`${id}-title`}>
      <div className={sections.about}>
        <h2 id={`${id}-title`}>{title}</h2>
        <p>{lead}</p>
      </div>
      <div>{children}</div>
    </section>
  )
}
