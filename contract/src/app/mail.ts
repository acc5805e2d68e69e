import Type, { type Static } from 'typebox'

/** The languages that e-mails are written in. */
export const mailLanguage = Type.Enum(['en', 'de', 'es'])

export type MailLanguage = Static<typeof mailLanguage>

/** Whether this installation sends e-mails. */
export interface AppMail {
  configured: boolean
  /** Null where none are sent. */
  from: string | null
}
