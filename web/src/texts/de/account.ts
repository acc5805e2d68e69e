/** Texts of the account page, in German. */
export const account = {
  title: 'Dein Konto',
  password: 'Passwort',
  passwordLead: 'Wenn du es änderst, werden alle anderen Geräte abgemeldet.',
  present: 'Aktuelles Passwort',
  next: 'Neues Passwort',
  nextHint: 'Mindestens 8 Zeichen. Mehrere Wörter sind leichter zu merken und schwerer zu erraten.',
  changePassword: 'Passwort ändern',
  passwordChanged: 'Passwort geändert. Andere Geräte wurden abgemeldet.',
  secondFactor: 'Zwei-Faktor-Authentifizierung',
  secondFactorLead:
    'Ein Code von deinem Smartphone zusätzlich zum Passwort. So reicht ein gestohlenes Passwort nicht aus.',
  factorOff: 'Aus. Du meldest dich nur mit deinem Passwort an.',
  factorOn: (left: number) =>
    `An. ${left === 1 ? 'Noch ein Wiederherstellungscode' : `Noch ${left} Wiederherstellungscodes`} übrig.`,
  factorNeeded:
    'Diese Installation verlangt einen zweiten Faktor. Füge einen Passkey hinzu oder richte die Zwei-Faktor-Authentifizierung ein, um fortzufahren.',
  verificationNeeded: (email: string) =>
    `Die Zwei-Faktor-Authentifizierung ist hier erforderlich. Damit wir wissen, dass du es bist, senden wir zuerst einen Link an ${email}. Lege damit ein neues Passwort fest und komm dann auf diese Seite zurück.`,
  verificationSent: (email: string) =>
    `Wir haben einen Link an ${email} gesendet. Er funktioniert einmal und läuft nach 24 Stunden ab.`,
  setUpFactor: 'Zwei-Faktor-Authentifizierung einrichten',
  setUpFactorHint: 'Du brauchst eine Authenticator-App oder einen Passwortmanager.',
  removeFactor: 'Zwei-Faktor-Authentifizierung deaktivieren',
  removeFactorHint:
    'Du meldest dich dann nur noch mit deinem Passwort an. Deine Wiederherstellungscodes werden ungültig.',
  proceed: 'Weiter',
  scan: 'Scanne den QR-Code mit deiner Authenticator-App, oder gib das Secret darunter ein. Gib dann den Code ein, den die App anzeigt.',
  qrCode: 'QR-Code mit dem Secret',
  secret: 'Secret',
  code: 'Code',
  turnOn: 'Zwei-Faktor-Authentifizierung aktivieren',
  recoveryCodes: 'Speichere deine Wiederherstellungscodes',
  recoveryCodesHint:
    'Mit einem Wiederherstellungscode meldest du dich an, wenn du deine Authenticator-App verlierst. Jeder Code funktioniert einmal. Speichere sie in einem Passwortmanager oder drucke sie aus: Sie werden nicht noch einmal angezeigt.',
  codesSaved: 'Ich habe sie gespeichert',
  devices: 'Angemeldete Geräte',
  devicesLead: 'Melde Geräte ab, die du nicht kennst, und ändere dann dein Passwort.',
  unknownDevice: 'Unbekannter Browser',
  thisDevice: 'dieses Gerät',
  lastSeen: (day: string) => `zuletzt aktiv ${day}`,
  signedIn: (day: string) => `angemeldet ${day}`,
  signOut: 'Abmelden',
  signOutOf: (device: string) => `${device} abmelden`,
  signOutOthers: 'Alle anderen Geräte abmelden',
}
