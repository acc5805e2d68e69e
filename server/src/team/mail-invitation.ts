import type { MailLanguage } from '@tributary/contract/app/mail.ts'
import { AppError } from '../errors.ts'
import { type EmailPart, renderEmail } from '../mail/email.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { findSiteRow } from '../sites/site-rows.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'
import type { Invitation } from './invitations.ts'

/** Queues the e-mail with the link of an invitation, in the transaction that makes it. */
export async function mailInvitation(
  db: ControlStore['db'],
  secrets: Secrets,
  { siteId, email, invitedBy, createdMs }: Invitation,
  { link, language }: { link: string; language: MailLanguage },
): Promise<void> {
  const site = await findSiteRow(db, siteId)
  if (site === undefined) throw new AppError('not-found', 'Site not found')
  const words = texts[language]
  const parts: EmailPart[] = [
    { paragraph: words.invited(invitedBy, site.name) },
    { link: words.accept, href: link },
    { paragraph: words.until },
  ]
  const subject = words.subject(site.name)
  const message = renderEmail({ subject, language, parts, footer: [words.why(invitedBy)] })
  const mail = { ...message, to: email, purpose: 'invitation', siteId } as const
  await queueMail(db, secrets, mail, createdMs)
}

const texts: Record<
  MailLanguage,
  {
    subject(site: string): string
    invited(by: string, site: string): string
    accept: string
    until: string
    why(by: string): string
  }
> = {
  en: {
    subject: (site) => `You are invited to ${site}`,
    invited: (by, site) => `${by} invited you to view ${site} in Tributary.`,
    accept: 'Accept invitation',
    until: 'The link works once and expires after seven days.',
    why: (by) => `${by} entered this address. If you do not know this person, ignore this e-mail.`,
  },
  de: {
    subject: (site) => `Einladung zu ${site}`,
    invited: (by, site) => `${by} hat dich eingeladen, ${site} in Tributary anzusehen.`,
    accept: 'Einladung annehmen',
    until: 'Der Link funktioniert einmal und läuft nach sieben Tagen ab.',
    why: (by) =>
      `${by} hat diese Adresse eingegeben. Wenn du diese Person nicht kennst, ignoriere diese E-Mail.`,
  },
  es: {
    subject: (site) => `Invitación a ${site}`,
    invited: (by, site) => `${by} te invitó a ver ${site} en Tributary.`,
    accept: 'Aceptar invitación',
    until: 'El enlace funciona una sola vez y caduca a los siete días.',
    why: (by) =>
      `${by} introdujo esta dirección. Si no conoces a esta persona, ignora este correo.`,
  },
}
