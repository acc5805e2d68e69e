import type { MailLanguage } from '@tributary/contract/app/mail.ts'
import { renderEmail } from '../../mail/email.ts'
import type { MailContent } from '../../mail/mailer.ts'

/** The password reset e-mail, to an account's address. */
export function writeResetEmail({
  link,
  language,
}: {
  link: string
  language: MailLanguage
}): MailContent {
  const words = texts[language]
  return renderEmail({
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
    subject: 'Reset your Tributary password',
    asked: 'Someone requested a password reset for the account with this address.',
    choose: 'Choose a new password',
    until:
      'The link works once and expires after 24 hours. Requesting another link makes this one invalid.',
    why: 'If this was not you, ignore this e-mail. Your password does not change.',
  },
  de: {
    subject: 'Setze dein Tributary-Passwort zurück',
    asked: 'Für das Konto mit dieser Adresse wurde ein neues Passwort angefordert.',
    choose: 'Neues Passwort festlegen',
    until:
      'Der Link funktioniert einmal und läuft nach 24 Stunden ab. Forderst du einen weiteren an, wird dieser ungültig.',
    why: 'Wenn du das nicht warst, ignoriere diese E-Mail. Dein Passwort ändert sich nicht.',
  },
  es: {
    subject: 'Restablece tu contraseña de Tributary',
    asked: 'Se solicitó una contraseña nueva para la cuenta con este correo.',
    choose: 'Elegir una contraseña nueva',
    until:
      'El enlace funciona una sola vez y caduca en 24 horas. Si solicitas otro, este deja de ser válido.',
    why: 'Si no fuiste tú, ignora este correo. Tu contraseña no cambia.',
  },
}
