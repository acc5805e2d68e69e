/** The ways to sign in, and the people who do, in German. */
export const signIn = {
  or: 'oder',
  passkey: 'Mit einem Passkey anmelden',
  provider: (name: string) => `Mit ${name} anmelden`,
  onlyProvider: (name: string) => `Diese Installation öffnet sich mit ${name}.`,
  refusals: {
    cancelled: 'Du hast die Anmeldung abgebrochen.',
    expired:
      'Das hat zu lange gedauert oder begann in einem anderen Browser. Versuche es noch einmal.',
    unknown:
      'Hier hat niemand deine E-Mail-Adresse. Bitte einen Inhaber dieser Installation um eine Einladung.',
    unverified:
      'Der Anbieter sagt nicht, dass deine E-Mail-Adresse bestätigt ist. Bestätige sie dort, oder melde dich anders an und verbinde den Anbieter auf deiner Kontoseite.',
    domain: 'Die Domain deiner E-Mail-Adresse darf sich hier nicht anmelden.',
    disabled: 'Dein Konto ist gesperrt. Wende dich an einen Inhaber dieser Installation.',
    taken:
      'Dieses Konto ist beim Anbieter mit jemand anderem verbunden. Melde dich anders an, oder frage einen Inhaber dieser Installation.',
    failed: 'Der Antwort des Anbieters war nicht zu trauen. Sein Protokoll und unseres sagen mehr.',
  },
}

export const passkeys = {
  title: 'Passkeys',
  lead: 'Melde dich mit Finger, Gesicht oder Gerätecode an. Ein Passkey ist Passwort und zweiter Faktor in einem.',
  none: 'Du hast noch keinen Passkey.',
  elsewhere: (origin: string) => `Passkeys gelten nur unter ${origin}. Öffne diese Seite dort.`,
  impossible:
    'Passkeys brauchen https und einen Hostnamen. Wer diesen Server betreibt, kann PUBLIC_URL setzen.',
  unsupported: 'Dieser Browser kennt keine Passkeys.',
  cancelled: 'Es wurde kein Passkey benutzt. Versuche es noch einmal, wenn du so weit bist.',
  made: (day: string) => `hinzugefügt ${day}`,
  used: (day: string) => `zuletzt benutzt ${day}`,
  neverUsed: 'nie benutzt',
  add: 'Passkey hinzufügen',
  addHint: 'Dein Browser fragt, wo er liegen soll. Gib ihm einen Namen, an dem du ihn erkennst.',
  name: 'Name',
  namePlaceholder: 'Laptop',
  rename: 'Umbenennen',
  renameOf: (name: string) => `${name} umbenennen`,
  remove: 'Entfernen',
  removeOf: (name: string) => `${name} entfernen`,
  removeTitle: (name: string) => `${name} entfernen?`,
  removeHint:
    'Er meldet dich nicht mehr an. Dein Gerät bietet ihn vielleicht an, bis du ihn auch dort löschst.',
}

export const provider = {
  lead: (name: string) => `Melde dich mit deinem Konto bei ${name} an.`,
  linked: 'Verbunden.',
  notLinked: 'Nicht verbunden.',
  link: (name: string) => `${name} verbinden`,
  unlink: (name: string) => `${name} trennen`,
  linkHint: 'Du gehst dorthin, meldest dich an und kommst zurück.',
  unlinkHint: 'Damit kannst du dich nicht mehr anmelden, bis du es wieder verbindest.',
}

export const own = {
  emailTitle: 'E-Mail-Adresse',
  emailLead: 'Damit meldest du dich an. Einladungen an die alte Adresse bleiben bei ihr.',
  email: 'Neue E-Mail-Adresse',
  changeEmail: 'Adresse ändern',
  emailChanged: 'Geändert.',
  emailLeadMailed:
    'Wir schicken einen Link dorthin. Die neue Adresse gilt, sobald du ihn in diesem Browser geöffnet hast.',
  emailMailed: (email: string) =>
    `Ein Link ging an ${email}. Öffne ihn binnen eines Tages in einem Browser, in dem du angemeldet bist; bis dahin bleibt die Adresse, wie sie ist.`,
  emailProved: 'Bewiesen. Von jetzt an meldest du dich mit dieser Adresse an.',
  emailUnproved:
    'Diese Adresse ist nicht bestätigt. Gib sie noch einmal ein, um einen Bestätigungslink zu bekommen.',
  emailUnprovable: (provider: string) =>
    `Diese Adresse ist nicht bestätigt. Verbinde ${provider}, um sie zu bestätigen.`,
  deleteTitle: 'Konto löschen',
  deleteLead:
    'Endgültig. Websites und was du dort getan hast bleiben; das Protokoll behält deine Adresse.',
  deleteAccount: 'Mein Konto löschen',
  deleteHint: 'Du wirst überall abgemeldet und kannst dich nicht mehr anmelden.',
}

export const people = {
  title: 'Personen',
  lead: 'Alle, die sich bei dieser Installation anmelden dürfen. Eingeladen wird auf der Team-Seite einer Website.',
  you: 'du',
  roles: { owner: 'Inhaber der Installation', member: 'Mitglied' },
  sites: (count: number) => (count === 1 ? '1 Website' : `${count} Websites`),
  seen: (day: string) => `zuletzt da ${day}`,
  never: 'nie angemeldet',
  safe: 'zweiter Faktor an',
  passkeys: (count: number) => (count === 1 ? '1 Passkey' : `${count} Passkeys`),
  unsafe: 'nur Passwort',
  disabled: 'gesperrt',
  actions: (email: string) => `Aktionen für ${email}`,
  resetLink: 'Link zu neuem Passwort',
  resetHint: (email: string) =>
    `Wer den Link hat, kann für ${email} ein anderes Passwort wählen, einmal und binnen eines Tages. Zweite Faktoren bleiben.`,
  makeLink: 'Link erstellen',
  linkTitle: 'Gib dies weiter',
  linkHint: (email: string) =>
    `Gib ihn ${email} selbst und niemandem sonst. Er wird nicht noch einmal gezeigt.`,
  done: 'Fertig',
  signOut: 'Überall abmelden',
  signOutHint: (email: string) => `${email} muss sich in jedem Browser neu anmelden.`,
  disable: 'Sperren',
  disableHint: (email: string) =>
    `${email} wird sofort abgemeldet und kommt nicht mehr herein, bis du das Konto wieder freigibst.`,
  enable: 'Freigeben',
  enableHint: (email: string) => `${email} kann sich wieder anmelden wie zuvor.`,
}

export const duty = {
  title: 'Ein zweiter Faktor für alle',
  lead: 'Wer sich nur mit einem Passwort anmeldet, kann dann nur noch die Anmeldung in zwei Schritten oder einen Passkey einrichten. Programme mit API-Schlüsseln, geteilte Links und Anmelde-Anbieter betrifft das nicht.',
  on: 'An. Mit einem Passwort allein kommt niemand weiter als bis zur Kontoseite.',
  off: 'Aus. Jeder entscheidet für sich.',
  turnOn: 'Zweiten Faktor verlangen',
  turnOff: 'Nicht mehr verlangen',
  turnOnHint: (count: number) =>
    `${count === 1 ? 'Eine Person hat' : `${count} Personen haben`} nur ein Passwort. Sie werden beim nächsten Schritt gebeten, etwas einzurichten.`,
  turnOffHint: 'Wer einen hat, behält ihn, kann ihn aber abschalten.',
}

export const forgotten = {
  title: 'Passwort vergessen?',
  byHand:
    'Ein Inhaber dieser Installation kann dir unter „Personen“ einen Link zu einem neuen geben. Wer den Server betreibt, macht einen mit diesem Befehl:',
  address: 'Adresse deines Kontos',
  addressHint: 'Dorthin geht ein Link zu einem neuen Passwort. Er gilt einmal, einen Tag lang.',
  ask: 'Link schicken',
  asked: 'Wenn es ein Konto mit dieser Adresse gibt, ist ein Link dorthin unterwegs.',
}

export const reset = {
  title: 'Neues Passwort wählen',
  lead: (email: string) => `Für ${email}. Überall sonst wirst du abgemeldet.`,
  password: 'Neues Passwort',
  submit: 'Passwort setzen und anmelden',
  busy: 'Wird gesichert …',
  closed: 'Dieser Link ist abgelaufen oder wurde schon benutzt',
  broken: 'Der Link ist nicht vollständig',
  brokenHint: 'Kopiere ihn ganz, bis zum letzten Zeichen, und versuche es noch einmal.',
}

export const stepUp = {
  title: 'Bestätige, dass du es bist',
  lead: 'Deine Anmeldung liegt mehr als zehn Minuten zurück. Bestätige dich vor dieser Änderung.',
  confirm: 'Bestätigen',
  passkey: 'Passkey verwenden',
  code: 'Bestätigungscode',
  codeHint: 'Aus deiner Authenticator-App oder ein Wiederherstellungscode.',
}
