import type { MailLanguage } from '@tributary/contract/app/mail.ts'

/** The events that an account's owner gets an e-mail about. */
export type NoticeKind =
  | 'sign-in'
  | 'password'
  | 'factor-on'
  | 'factor-off'
  | 'passkey-added'
  | 'passkey-removed'
  | 'provider-linked'
  | 'provider-unlinked'
  | 'email'
  | 'api-key'

interface Words {
  /** The first sentence of each, which is also the subject. `about` names the thing, such as a key. */
  said: Record<NoticeKind, (about: string) => string>
  /** When and in which browser; `by` is the address of the account that did it. */
  where(at: string, device: string, by: string): string
  unknownDevice: string
  otherwise: string
  open: string
  why: string
}

/** The texts of security notices, by language. */
export const noticeTexts: Record<MailLanguage, Words> = {
  en: {
    said: {
      'sign-in': () => 'New sign-in to your Tributary account',
      password: () => 'Your Tributary password was changed',
      'factor-on': () => 'Two-factor sign-in was turned on',
      'factor-off': () => 'Two-factor sign-in was turned off',
      'passkey-added': (name) => `A passkey was added: ${name}`,
      'passkey-removed': (name) => `A passkey was removed: ${name}`,
      'provider-linked': (name) => `${name} was connected to your Tributary account`,
      'provider-unlinked': (name) => `${name} was disconnected from your Tributary account`,
      email: (address) => `The e-mail address of your Tributary account is now ${address}`,
      'api-key': (name) => `A new API key was created: ${name}`,
    },
    where: (at, device, by) => `${at} (UTC), ${device}, by ${by}.`,
    unknownDevice: 'unknown browser',
    otherwise:
      'If this was not you or your team, change your password, sign out all other devices, and contact an owner of your installation.',
    open: 'Check your account',
    why: 'You receive this e-mail because it is about the security of your account.',
  },
  de: {
    said: {
      'sign-in': () => 'Neue Anmeldung bei deinem Tributary-Konto',
      password: () => 'Dein Tributary-Passwort wurde geändert',
      'factor-on': () => 'Die Zwei-Faktor-Authentifizierung wurde aktiviert',
      'factor-off': () => 'Die Zwei-Faktor-Authentifizierung wurde deaktiviert',
      'passkey-added': (name) => `Ein Passkey wurde hinzugefügt: ${name}`,
      'passkey-removed': (name) => `Ein Passkey wurde entfernt: ${name}`,
      'provider-linked': (name) => `${name} wurde mit deinem Tributary-Konto verbunden`,
      'provider-unlinked': (name) => `${name} wurde von deinem Tributary-Konto getrennt`,
      email: (address) => `Die E-Mail-Adresse deines Tributary-Kontos ist jetzt ${address}`,
      'api-key': (name) => `Ein neuer API-Schlüssel wurde erstellt: ${name}`,
    },
    where: (at, device, by) => `${at} (UTC), ${device}, durch ${by}.`,
    unknownDevice: 'unbekannter Browser',
    otherwise:
      'Wenn das weder du noch dein Team war: Ändere dein Passwort, melde alle anderen Geräte ab und informiere einen Inhaber deiner Installation.',
    open: 'Konto prüfen',
    why: 'Du bekommst diese E-Mail, weil es um die Sicherheit deines Kontos geht.',
  },
  es: {
    said: {
      'sign-in': () => 'Nuevo inicio de sesión en tu cuenta de Tributary',
      password: () => 'Se cambió tu contraseña de Tributary',
      'factor-on': () => 'Se activó la verificación en dos pasos',
      'factor-off': () => 'Se desactivó la verificación en dos pasos',
      'passkey-added': (name) => `Se añadió una llave de acceso: ${name}`,
      'passkey-removed': (name) => `Se quitó una llave de acceso: ${name}`,
      'provider-linked': (name) => `Se conectó ${name} a tu cuenta de Tributary`,
      'provider-unlinked': (name) => `Se desconectó ${name} de tu cuenta de Tributary`,
      email: (address) => `El correo de tu cuenta de Tributary ahora es ${address}`,
      'api-key': (name) => `Se creó una clave de API nueva: ${name}`,
    },
    where: (at, device, by) => `${at} (UTC), ${device}, por ${by}.`,
    unknownDevice: 'navegador desconocido',
    otherwise:
      'Si no fuiste tú ni tu equipo, cambia la contraseña, cierra la sesión en los demás dispositivos y avisa a un propietario de tu instalación.',
    open: 'Revisar la cuenta',
    why: 'Recibes este correo porque afecta a la seguridad de tu cuenta.',
  },
}
