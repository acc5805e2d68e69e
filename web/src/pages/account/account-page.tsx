import type { ReactNode } from 'react'
import { Frame } from '../../parts/frame.tsx'
import sections from '../../parts/sections.module.css'
import { useTitle } from '../../parts/title.ts'
import { texts } from '../../texts/texts.ts'
import { DeviceList } from './device-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'

const words = texts.account

/** How a person signs in, and where they are signed in. */
export function AccountPage() {
  useTitle(words.title)
  return (
    <Frame>
      <div className={sections.page}>
        <h1>{words.title}</h1>
        <Section id="password" title={words.password} lead={words.passwordLead}>
          <PasswordForm />
        </Section>
        <Section id="second-factor" title={words.secondFactor} lead={words.secondFactorLead}>
          <SecondFactor />
        </Section>
        <Section id="devices" title={words.devices} lead={words.devicesLead}>
          <DeviceList />
        </Section>
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
