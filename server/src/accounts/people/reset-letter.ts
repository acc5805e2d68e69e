import type { MailLanguage } from '@tributary/contract/app-mail.ts'
import { writeLetter } from '../../mail/letter.ts'
import type { MailContent } from '../../mail/mailer.ts'

/** The password reset e-mail, to an account's address. */
export function writeResetLetter({
  link,
  language,
}: {
  link: string
  language: MailLanguage
}): MailContent {
  const words = texts[language]
  return writeLetter({
    subject: words.subject,
    language,
    parts: [
      { paragraph: words.asked },
      { link: words.choose, href: link },
      { paragraph: words.until },
    ],
    footer: [words.why],
  })
}

interface Words {
  subject: string
  asked: string
  choose: string
  until: string
  why: string
}

const texts: Record<MailLanguage, Words> = {
  en: {
    subject: 'A new password for Tributary',
    asked: 'Somebody asked for a new password for the account with this address.',
    choose: 'Choose a new password',
    until: 'The link works once and for a day. A later one ends it.',
    why: 'If that was not you, do nothing: the password stays as it is.',
  },
  de: {
    subject: 'Ein neues Passwort für Tributary',
    asked: 'Jemand hat für das Konto mit dieser Adresse um ein neues Passwort gebeten.',
    choose: 'Neues Passwort wählen',
    until: 'Der Link gilt einmal und einen Tag lang. Ein späterer beendet ihn.',
    why: 'Wenn du das nicht warst, tu nichts: Das Passwort bleibt, wie es ist.',
  },
  es: {
    subject: 'Una contraseña nueva para Tributary',
    asked: 'Alguien pidió una contraseña nueva para la cuenta con esta dirección.',
    choose: 'Elegir otra contraseña',
    until: 'El enlace sirve una vez y durante un día. Uno posterior lo anula.',
    why: 'Si no fuiste tú, no hagas nada: la contraseña queda como está.',
  },
}
