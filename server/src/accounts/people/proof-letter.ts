import type { MailLanguage } from '@tributary/contract/app-mail.ts'
import { writeLetter } from '../../mail/letter.ts'
import type { MailContent } from '../../mail/mailer.ts'

/** Asks the reader of an address's e-mails to confirm that they want to sign in with it. */
export function writeProofLetter({ link, language, was }: ProofLetter): MailContent {
  const words = texts[language]
  return writeLetter({
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

interface ProofLetter {
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
    subject: 'Is this your address?',
    asked: (was) => `${was} wants to sign in to Tributary with this address.`,
    prove: 'Yes, this is my address',
    until: 'The link works once and for a day, where that account is signed in.',
    why: 'If that is not you, do nothing: then nothing changes.',
  },
  de: {
    subject: 'Ist das deine Adresse?',
    asked: (was) => `${was} möchte sich bei Tributary mit dieser Adresse anmelden.`,
    prove: 'Ja, das ist meine Adresse',
    until: 'Der Link gilt einmal und einen Tag lang, dort wo jenes Konto angemeldet ist.',
    why: 'Wenn du das nicht bist, tu nichts: Dann ändert sich nichts.',
  },
  es: {
    subject: '¿Es esta tu dirección?',
    asked: (was) => `${was} quiere iniciar sesión en Tributary con esta dirección.`,
    prove: 'Sí, es mi dirección',
    until: 'El enlace sirve una vez y durante un día, donde esa cuenta tenga la sesión iniciada.',
    why: 'Si no eres tú, no hagas nada: así nada cambia.',
  },
}
