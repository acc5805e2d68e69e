import type { MailLanguage } from '@tributary/contract/app/mail.ts'
import { renderEmail } from '../../mail/email.ts'
import type { MailContent } from '../../mail/mailer.ts'

/** Asks the reader of an address's e-mails to confirm that they want to sign in with it. */
export function writeVerificationEmail({ link, language, was }: VerificationEmail): MailContent {
  const words = texts[language]
  return renderEmail({
    subject: words.subject,
    language,
    parts: [
      { paragraph: words.asked(was) },
      { link: words.prove, href: link },
      { paragraph: words.until },
    ],
    footer: [words.why],
  })
}

interface VerificationEmail {
  link: string
  language: MailLanguage
  /** The address that the account has until then. */
  was: string
}

interface Words {
  subject: string
  asked(was: string): string
  prove: string
  until: string
  why: string
}

const texts: Record<MailLanguage, Words> = {
  en: {
    subject: 'Confirm your e-mail address',
    asked: (was) => `The Tributary account ${was} wants to use this e-mail address.`,
    prove: 'Confirm address',
    until:
      'The link works once and expires after 24 hours. Open it in a browser where you are signed in to that account.',
    why: 'If this was not you, ignore this e-mail. Nothing changes.',
  },
  de: {
    subject: 'Bestätige deine E-Mail-Adresse',
    asked: (was) => `Das Tributary-Konto ${was} möchte diese E-Mail-Adresse verwenden.`,
    prove: 'Adresse bestätigen',
    until:
      'Der Link funktioniert einmal und läuft nach 24 Stunden ab. Öffne ihn in einem Browser, in dem du bei diesem Konto angemeldet bist.',
    why: 'Wenn du das nicht warst, ignoriere diese E-Mail. Es ändert sich nichts.',
  },
  es: {
    subject: 'Confirma tu correo electrónico',
    asked: (was) => `La cuenta de Tributary ${was} quiere usar este correo.`,
    prove: 'Confirmar correo',
    until:
      'El enlace funciona una sola vez y caduca en 24 horas. Ábrelo en un navegador con la sesión de esa cuenta iniciada.',
    why: 'Si no fuiste tú, ignora este correo. No cambia nada.',
  },
}
