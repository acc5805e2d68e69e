/** What the page of a person's own account says, in German. */
export const account = {
  title: 'Dein Konto',
  password: 'Passwort',
  passwordLead: 'Wer es ändert, wird überall sonst abgemeldet.',
  present: 'Aktuelles Passwort',
  next: 'Neues Passwort',
  nextHint: 'Mindestens 8 Zeichen. Mehrere Wörter sind leichter zu merken und schwerer zu erraten.',
  changePassword: 'Passwort ändern',
  passwordChanged: 'Geändert. Andere Geräte sind abgemeldet.',
  secondFactor: 'Anmeldung in zwei Schritten',
  secondFactorLead:
    'Ein Code von deinem Telefon neben dem Passwort, damit das Passwort allein nichts öffnet.',
  factorOff: 'Aus. Zum Anmelden genügt dein Passwort.',
  factorOn: (left: number) =>
    `Ein. Es ${left === 1 ? 'ist noch ein Wiederherstellungscode' : `sind noch ${left} Wiederherstellungscodes`} da.`,
  factorNeeded:
    'Hier braucht jeder einen zweiten Faktor. Füge einen Passkey hinzu oder richte die Anmeldung in zwei Schritten ein, dann öffnet sich alles andere.',
  proofNeeded: (email: string) =>
    `Hier brauchen alle einen zweiten Faktor. Damit niemand außer dir ihn einrichtet, geht zuerst ein Link an ${email}: Er führt zu einem neuen Passwort und wieder hierher.`,
  proofAsked: (email: string) =>
    `Der Link ist unterwegs an ${email}. Er gilt einmal, einen Tag lang.`,
  setUpFactor: 'Zwei Schritte einrichten',
  setUpFactorHint: 'Du brauchst eine Authenticator-App, etwa die deines Passwort-Managers.',
  removeFactor: 'Anmeldung in zwei Schritten ausschalten',
  removeFactorHint:
    'Danach genügt dein Passwort zum Anmelden. Auch die Wiederherstellungscodes enden.',
  goOn: 'Weiter',
  scan: 'Scanne das mit deinem Authenticator oder tippe das Geheimnis darunter ein. Gib dann den Code ein, den er zeigt.',
  qrCode: 'QR-Code mit dem Geheimnis',
  secret: 'Geheimnis',
  code: 'Code',
  turnOn: 'Einschalten',
  recoveryCodes: 'Bewahre diese Codes auf',
  recoveryCodesHint:
    'Jeder meldet dich einmal an, wenn dein Authenticator verloren ist. Sie werden nicht noch einmal gezeigt; ein Passwort-Manager oder Papier in einer Schublade ist ein guter Ort.',
  putAway: 'Ich habe sie aufbewahrt',
  devices: 'Angemeldete Geräte',
  devicesLead: 'Beende, was du nicht kennst, und ändere dann dein Passwort.',
  unknownDevice: 'Unbekannter Browser',
  thisDevice: 'dieses Gerät',
  lastSeen: (day: string) => `zuletzt gesehen ${day}`,
  signedIn: (day: string) => `angemeldet ${day}`,
  signOut: 'Abmelden',
  signOutDevice: (device: string) => `${device} abmelden`,
  signOutOthers: 'Alle anderen Geräte abmelden',
}
