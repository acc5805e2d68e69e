import type { MailLanguage } from '@tributary/contract/app-mail.ts'
import { AppError } from '../errors.ts'
import { type LetterPart, writeLetter } from '../mail/letter.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'
import { findSiteRow } from '../store/control/sites/site-rows.ts'
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
  const parts: LetterPart[] = [
    { paragraph: words.invited(invitedBy, site.name) },
    { link: words.accept, href: link },
    { paragraph: words.until },
  ]
  const subject = words.subject(site.name)
  const letter = writeLetter({ subject, language, parts, footer: [words.why(invitedBy)] })
  const mail = { ...letter, to: email, purpose: 'invitation', siteId } as const
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
    invited: (by, site) => `${by} invites you to see the figures of ${site} in Tributary.`,
    accept: 'Accept the invitation',
    until: 'The link works once and for seven days.',
    why: (by) => `${by} entered this address. If you do not know them, do nothing.`,
  },
  de: {
    subject: (site) => `Einladung zu ${site}`,
    invited: (by, site) => `${by} lädt dich ein, die Zahlen von ${site} in Tributary zu sehen.`,
    accept: 'Einladung annehmen',
    until: 'Der Link gilt einmal und sieben Tage lang.',
    why: (by) =>
      `${by} hat diese Adresse eingetragen. Wenn du niemanden dieses Namens kennst, tu nichts.`,
  },
  es: {
    subject: (site) => `Invitación a ${site}`,
    invited: (by, site) => `${by} te invita a ver las cifras de ${site} en Tributary.`,
    accept: 'Aceptar la invitación',
    until: 'El enlace sirve una vez y durante siete días.',
    why: (by) => `${by} indicó esta dirección. Si no conoces a esa persona, no hagas nada.`,
  },
}
