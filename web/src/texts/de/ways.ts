/** Texts of sign-in, passkeys and people, in German. */
export const signIn = {
  or: 'oder',
  passkey: 'Mit einem Passkey anmelden',
  provider: (name: string) => `Mit ${name} anmelden`,
  onlyProvider: (name: string) => `Melde dich bei dieser Installation mit ${name} an.`,
  refusals: {
    cancelled: 'Die Anmeldung wurde abgebrochen.',
    expired:
      'Die Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Versuche es erneut.',
    unknown:
      'Es gibt kein Konto mit deiner E-Mail-Adresse. Bitte einen Inhaber dieser Installation um eine Einladung.',
    unverified:
      'Deine E-Mail-Adresse ist beim Anbieter nicht bestätigt. Bestätige sie dort, oder melde dich auf andere Weise an und verbinde den Anbieter auf deiner Kontoseite.',
    domain: 'Die Domain deiner E-Mail-Adresse darf sich hier nicht anmelden.',
    disabled:
      'Dein Konto ist deaktiviert. Bitte einen Inhaber dieser Installation, es zu aktivieren.',
    taken:
      'Dieses Konto ist beim Anbieter mit einem anderen Konto verbunden. Melde dich auf andere Weise an, oder wende dich an einen Inhaber dieser Installation.',
    failed:
      'Die Antwort des Anbieters konnte nicht überprüft werden. Sieh im Log des Anbieters und des Servers nach.',
  },
}

export const passkeys = {
  title: 'Passkeys',
  lead: 'Melde dich mit Fingerabdruck, Gesicht oder Geräte-PIN an. Ein Passkey ersetzt Passwort und zweiten Faktor.',
  none: 'Du hast noch keine Passkeys.',
  elsewhere: (origin: string) =>
    `Passkeys funktionieren nur unter ${origin}. Öffne diese Seite dort.`,
  impossible:
    'Passkeys brauchen HTTPS und einen Hostnamen. Bitte den Betreiber dieses Servers, PUBLIC_URL zu setzen.',
  unsupported: 'Dieser Browser unterstützt keine Passkeys.',
  cancelled: 'Es wurde kein Passkey verwendet. Versuche es erneut.',
  made: (day: string) => `hinzugefügt ${day}`,
  used: (day: string) => `zuletzt verwendet ${day}`,
  neverUsed: 'nie verwendet',
  add: 'Passkey hinzufügen',
  addHint:
    'Gib einen Namen ein, an dem du ihn erkennst. Dein Browser fragt dann, wo er gespeichert werden soll.',
  name: 'Name',
  namePlaceholder: 'Laptop',
  rename: 'Umbenennen',
  renameOf: (name: string) => `${name} umbenennen`,
  remove: 'Entfernen',
  removeOf: (name: string) => `${name} entfernen`,
  removeTitle: (name: string) => `${name} entfernen?`,
  removeHint:
    'Du kannst dich damit nicht mehr anmelden. Dein Gerät schlägt ihn vielleicht weiter vor, bis du ihn auch dort löschst.',
}

export const provider = {
  lead: (name: string) => `Melde dich mit deinem Konto bei ${name} an.`,
  linked: 'Verbunden.',
  notLinked: 'Nicht verbunden.',
  link: (name: string) => `${name} verbinden`,
  unlink: (name: string) => `${name} trennen`,
  linkHint: 'Du meldest dich beim Anbieter an und kommst auf diese Seite zurück.',
  unlinkHint: 'Du kannst dich damit nicht mehr anmelden, bis du es wieder verbindest.',
}

export const own = {
  emailTitle: 'E-Mail-Adresse',
  emailLead:
    'Mit dieser Adresse meldest du dich an. Einladungen an deine alte Adresse werden nicht übertragen.',
  email: 'Neue E-Mail-Adresse',
  changeEmail: 'Adresse ändern',
  emailChanged: 'E-Mail-Adresse geändert.',
  emailLeadMailed:
    'Wir senden einen Link an die neue Adresse. Öffne ihn in diesem Browser, um die Änderung zu bestätigen.',
  emailMailed: (email: string) =>
    `Wir haben einen Link an ${email} gesendet. Öffne ihn innerhalb von 24 Stunden in einem Browser, in dem du angemeldet bist. Bis dahin ändert sich deine Adresse nicht.`,
  emailVerified: 'Adresse bestätigt. Du meldest dich ab jetzt damit an.',
  emailUnverified:
    'Diese Adresse ist nicht bestätigt. Gib sie erneut ein, um einen Bestätigungslink zu erhalten.',
  emailUnverifiable: (provider: string) =>
    `Diese Adresse ist nicht bestätigt. Verbinde ${provider}, um sie zu bestätigen.`,
  deleteTitle: 'Konto löschen',
  deleteLead:
    'Das lässt sich nicht rückgängig machen. Websites und deine Änderungen bleiben, und das Audit-Log behält deine Adresse.',
  deleteAccount: 'Mein Konto löschen',
  deleteHint: 'Du wirst überall abgemeldet und kannst dich nicht mehr anmelden.',
}

export const people = {
  title: 'Personen',
  lead: 'Alle, die sich bei dieser Installation anmelden können. Um Personen einzuladen, öffne die Teamseite einer Website.',
  you: 'du',
  roles: { owner: 'Inhaber der Installation', member: 'Mitglied' },
  sites: (count: number) => (count === 1 ? '1 Website' : `${count} Websites`),
  seen: (day: string) => `zuletzt aktiv ${day}`,
  never: 'nie angemeldet',
  safe: 'Zwei-Faktor-Authentifizierung an',
  passkeys: (count: number) => (count === 1 ? '1 Passkey' : `${count} Passkeys`),
  unsafe: 'nur Passwort',
  disabled: 'deaktiviert',
  actions: (email: string) => `Aktionen für ${email}`,
  resetLink: 'Link zum Zurücksetzen des Passworts erstellen',
  resetHint: (email: string) =>
    `Mit diesem Link kann jeder ein neues Passwort für ${email} festlegen, einmal und innerhalb von 24 Stunden. Zweite Faktoren bleiben bestehen.`,
  makeLink: 'Link erstellen',
  linkTitle: 'Link zum Zurücksetzen des Passworts',
  linkHint: (email: string) => `Sende ihn nur an ${email}. Er wird nicht noch einmal angezeigt.`,
  done: 'Fertig',
  signOut: 'Überall abmelden',
  signOutHint: (email: string) => `${email} muss sich in jedem Browser neu anmelden.`,
  disable: 'Konto deaktivieren',
  disableHint: (email: string) =>
    `${email} wird sofort abgemeldet und kann sich nicht anmelden, bis du das Konto wieder aktivierst.`,
  enable: 'Konto aktivieren',
  enableHint: (email: string) => `${email} kann sich wieder anmelden.`,
}

export const duty = {
  title: 'Zweiter Faktor erforderlich',
  lead: 'Verlange für jedes Konto einen Passkey oder die Zwei-Faktor-Authentifizierung. API-Schlüssel, Freigabelinks und Anmeldeanbieter sind nicht betroffen.',
  on: 'An. Nur mit Passwort ist ausschließlich die Kontoseite zugänglich.',
  off: 'Aus. Jede Person entscheidet selbst.',
  turnOn: 'Zweiten Faktor verlangen',
  turnOff: 'Zweiten Faktor nicht mehr verlangen',
  turnOnHint: (count: number) =>
    count === 1
      ? 'Eine Person hat nur ein Passwort. Sie muss einen zweiten Faktor einrichten, bevor sie fortfahren kann.'
      : `${count} Personen haben nur ein Passwort. Sie müssen einen zweiten Faktor einrichten, bevor sie fortfahren können.`,
  turnOffHint: 'Vorhandene zweite Faktoren bleiben aktiv, können aber deaktiviert werden.',
}

export const forgotten = {
  title: 'Passwort vergessen?',
  byHand:
    'Bitte einen Inhaber dieser Installation um einen Link zum Zurücksetzen, oder den Betreiber des Servers, diesen Befehl auszuführen:',
  address: 'Deine E-Mail-Adresse',
  addressHint:
    'Wir senden dir einen Link, mit dem du ein neues Passwort festlegst. Er funktioniert einmal und läuft nach 24 Stunden ab.',
  ask: 'Link zum Zurücksetzen senden',
  asked:
    'Falls es ein Konto mit dieser Adresse gibt, haben wir einen Link dorthin gesendet. Sieh in deinem Posteingang nach.',
}

export const reset = {
  title: 'Neues Passwort festlegen',
  lead: (email: string) => `Für ${email}. Alle anderen Geräte werden abgemeldet.`,
  password: 'Neues Passwort',
  submit: 'Passwort festlegen und anmelden',
  busy: 'Wird gespeichert …',
  closed: 'Dieser Link ist abgelaufen oder wurde bereits verwendet',
  broken: 'Der Link ist unvollständig',
  brokenHint: 'Kopiere den ganzen Link und versuche es erneut.',
}

export const stepUp = {
  title: 'Identität bestätigen',
  lead: 'Deine Anmeldung liegt mehr als zehn Minuten zurück. Bestätige deine Identität, um diese Änderung vorzunehmen.',
  confirm: 'Bestätigen',
  passkey: 'Passkey verwenden',
  code: 'Authentifizierungscode',
  codeHint: 'Aus deiner Authenticator-App, oder ein Wiederherstellungscode.',
}
