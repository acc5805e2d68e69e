/** The words of connecting payment providers, in German. */
export const providerTexts = {
  none: 'Noch sendet kein Anbieter Webhooks. Verbinde einen, und seine Zahlungen, Erstattungen, Verlängerungen und Streitfälle kommen innerhalb von Sekunden an.',
  add: 'Anbieter verbinden',
  provider: 'Anbieter',
  secretLater:
    'Darf vorerst leer bleiben: Meist wird es erst gezeigt, wenn der Anbieter die Adresse hat, die gleich kommt. Bis es eingetragen ist, wird abgewiesen, was der Anbieter sendet.',
  secretChosen: 'Lass es leer, damit eines gemacht wird, das du dort einfügst.',
  apiToken: 'Zugriffstoken',
  apiTokenHint:
    'Mit der Berechtigung view_sales. Jeder Verkauf wird dann nachgeschlagen, bevor er zählt.',
  apiTokenKept:
    'Eines ist hinterlegt und wird nicht gezeigt. Leer bleibt es, oder schreib ein anderes hinein.',
  removeToken: {
    remove: 'Zugriffstoken entfernen',
    removeHint: 'Verkäufe zählen dann, ohne nachgeschlagen zu werden.',
  },
  clientId: 'Client-ID',
  clientIdHint: 'Von der App im Developer Dashboard von PayPal, zu der der Webhook gehört.',
  clientSecret: 'Client-Secret',
  clientSecretHint:
    'Jedes Ereignis wird dann in der API von PayPal nachgeschlagen, bevor es zählt.',
  removeClient: {
    remove: 'Client-ID und Client-Secret entfernen',
    removeHint: 'Ereignisse werden dann allein anhand ihrer Signatur akzeptiert.',
  },
  sellerId: 'Verkäufer-ID',
  sellerIdHint: 'Dann zählen nur die Meldungen dieses Verkäufers.',
  shop: 'Shop',
  shopHint: 'Nur wenn eine App mehrere Shops bedient: der, der zählt, als name.myshopify.com.',
  testMode: 'Testmodus',
  testModeNeeded: (title: string) =>
    `${title} sagt in seinen Meldungen nicht, ob sie ein Test sind. Schalte das für die Sandbox oder den Testmodus ein; kein Bericht enthält dann, was hier ankommt.`,
  testModeKnown: (title: string) =>
    `Testzahlungen von ${title} werden auch so erkannt. Schalte es ein, wenn kein Bericht etwas enthalten soll, das hier ankommt.`,
  unsigned: (title: string) =>
    `${title} unterschreibt nichts. Wer die Adresse unten kennt, kann von Geld erzählen: Halte sie geheim und gib ein Zugriffstoken an, damit jeder Verkauf nachgeschlagen wird, bevor er zählt.`,
  unsignedChecked: (title: string) =>
    `${title} unterschreibt nichts, aber jeder Verkauf wird mit deinem Zugriffstoken nachgeschlagen, bevor er zählt. Halte die Adresse trotzdem geheim.`,
  connect: 'Verbinden',
  connecting: 'Wird verbunden …',
  made: (title: string) => `Sag es jetzt ${title}`,
  address: 'Webhook-Adresse',
  secretMade: 'Das Geheimnis, das dort eingefügt wird',
  secretMadeHint: 'Es kann nicht noch einmal gezeigt werden.',
  fillIn: (name: string) => `${name}, sobald es gezeigt wird`,
  fillInSave: 'Sichern',
  fillInSaved: 'Gesichert. Was der Anbieter von jetzt an sendet, wird damit geprüft.',
  done: 'Fertig',
  steps: 'So wird es eingerichtet',
  idsStep:
    'Gib die beiden Ids der Cookies tributary_visitor_id und tributary_session_id an die Kasse weiter, damit Zahlungen zu Besuchen zurückführen.',
  idsCode: (title: string) => `Code und Einzelheiten zu ${title} in der Hilfe`,
  providerDocs: (title: string) => `Webhooks in der Dokumentation von ${title}`,
  health: {
    good: 'Empfängt',
    waiting: 'Noch nichts empfangen',
    tests: 'Bisher nur Tests',
    failing: 'Mit Fehlern',
    refused: 'Abgewiesen',
  },
  lastDelivery: (time: string) => `letzte Lieferung ${time}`,
  noDelivery: 'noch keine Lieferung',
  counts: {
    recorded: (count: string) => `${count} aufgezeichnet`,
    ignored: (count: string) => `${count} nicht über Geld`,
    test: (count: string) => (count === '1' ? 'ein Test' : `${count} Tests`),
    failed: (count: string) => `${count} gescheitert`,
    erased: (count: string) => `${count} gelöscht`,
  },
  rejected: (count: number, time: string, reason: string) =>
    `${count === 1 ? 'Eine Anfrage wurde' : `${count} Anfragen wurden`} abgewiesen, zuletzt ${time}: ${reason}`,
  reasons: {
    'missing-signature':
      'Es gab keine Unterschrift. Vielleicht hat jemand anderes die Adresse gefunden.',
    'wrong-signature':
      'Die Unterschrift war falsch. Ist das Geheimnis das, das der Anbieter zeigt?',
    'too-old': 'Die Unterschrift war zu alt. Geht die Uhr dieses Servers richtig?',
    'ahead-of-time': 'Die Unterschrift kam aus der Zukunft. Geht die Uhr dieses Servers richtig?',
    'other-account': 'Sie war von einem anderen Shop oder Verkäufer.',
    'unknown-sale': 'Das Zugriffstoken findet keinen solchen Verkauf.',
    'unknown-event': 'Die API von PayPal kennt dieses Ereignis nicht oder mit anderem Inhalt.',
    unconfirmed:
      'Die API des Anbieters war nicht erreichbar oder lehnte die Zugangsdaten ab. Der Anbieter sendet noch einmal.',
    'untrusted-certificate': 'Das Zertifikat ist nicht von PayPal.',
  } as Record<string, string>,
  oldSecret: (time: string) => `Das Geheimnis davor gilt noch bis ${time}.`,
  try: 'Testereignis senden',
  trying: 'Wird gesendet …',
  tried: 'Das Testereignis kam durch, und kein Bericht enthält es.',
  triedBadly: 'Das Testereignis kam nicht durch.',
  stages: {
    reached: 'Erreicht',
    signature: 'Unterschrift',
    archived: 'Archiviert',
    understood: 'Verstanden',
    'kept apart': 'Getrennt gehalten',
  } as Record<string, string>,
  stageOk: 'Bestanden',
  stageBad: 'Gescheitert',
  deliveries: 'Lieferungen',
  noDeliveries: 'Nichts ist angekommen. Sende ein Testereignis, um eines zu sehen.',
  states: {
    recorded: 'Aufgezeichnet',
    ignored: 'Nicht über Geld',
    test: 'Test',
    failed: 'Gescheitert',
  },
  attempts: (count: number) => `${count}-mal versucht`,
  retryAt: (time: string) => `nächster Versuch ${time}`,
  toPayment: 'Beleg',
  replay: 'Wiederholen',
  replayOne: (type: string, time: string) => `${type} von ${time} wiederholen`,
  replayAll: 'Alle wiederholen',
  replaying: 'Wird wiederholt …',
  replayed: (counts: string) => `Wiederholt: ${counts}. Nichts zählt doppelt.`,
  nothingReplayed: 'Es gab nichts zu wiederholen.',
  older: 'Ältere Lieferungen',
  change: 'Optionen',
  changeOf: (title: string) => `Optionen von ${title}`,
  changeTitle: (title: string) => `Optionen von ${title}`,
  changeHint:
    'Sie gelten für alles, was ab jetzt kommt. Adresse und Geheimnis bleiben, wie sie sind.',
  keepDays: 'Zustellungen behalten (Tage)',
  keepDaysHint: 'Danach wird ihr Inhalt gelöscht; was sie eingetragen haben, bleibt.',
  tolerance: 'Alter einer Signatur (Sekunden)',
  toleranceHint: (usual: string) => `Wie alt eine Nachricht sein darf. Leer steht für ${usual}.`,
  rotate: 'Geheimnis ersetzen',
  rotateOf: (title: string) => `Geheimnis von ${title} ersetzen`,
  rotateTitle: (title: string) => `Das Geheimnis von ${title} ersetzen?`,
  rotateHint: 'Das jetzige Geheimnis gilt noch eine Weile, damit inzwischen nichts verloren geht.',
  overlap: 'Das jetzige Geheimnis gilt',
  overlaps: {
    0: 'nicht mehr',
    1: 'eine Stunde lang',
    24: 'einen Tag lang',
    168: 'eine Woche lang',
  },
  rotating: 'Wird ersetzt …',
  rotated: 'Das Geheimnis ist ersetzt',
  remove: 'Entfernen',
  removeOf: (title: string) => `${title} entfernen`,
  removeTitle: (title: string) => `${title} entfernen?`,
  removeHint:
    'Die Adresse antwortet von da an mit 404. Aufgezeichnete Zahlungen bleiben. Das lässt sich nicht rückgängig machen; wer neu verbindet, bekommt eine andere Adresse.',
  removing: 'Wird entfernt …',
  account: {
    title: (provider: string) => `${provider}-Konto`,
    lead: 'Füge einen eingeschränkten Schlüssel ein, um Zahlungen aus bis zu 36 Monaten zu importieren und alle 15 Minuten nachzuholen, was Webhooks verpasst haben. Was schon per Webhook kam, zählt einmal.',
    connect: (provider: string) => `${provider} per Schlüssel verbinden`,
    makeKey: (provider: string) => `Eingeschränkten Schlüssel bei ${provider} erstellen`,
    permit: (permissions: string) =>
      `Setze diese Berechtigungen auf Lesen (Read) und alle anderen auf Keine (None): ${permissions}.`,
    paste: 'Füge den Schlüssel hier ein.',
    key: 'Eingeschränkter Schlüssel',
    keyHint:
      'Er wird zuerst geprüft: Ein Schlüssel, der etwas ändern darf, wird abgelehnt. Er wird verschlüsselt gespeichert und nie wieder angezeigt.',
    months: 'Zahlungen importieren der letzten',
    spans: { 3: '3 Monate', 12: '12 Monate', 24: '24 Monate', 36: '36 Monate' },
    checking: 'Schlüssel wird geprüft …',
    states: {
      importing: 'Import läuft',
      good: 'Aktuell',
      failing: 'Neuer Versuch folgt',
      refused: 'Handlung nötig',
    },
    progress: 'Bisher importiert',
    from: (time: string) => `Zahlungen seit ${time}`,
    objects: (count: string) => `${count} Objekte gelesen`,
    syncedAt: (time: string) => `letzter Abgleich ${time}`,
    notSynced: 'noch kein Abgleich',
    reads: 'Was der Schlüssel lesen kann',
    errors: {
      'key-refused': () =>
        'Der Schlüssel wird nicht mehr akzeptiert: Er wurde widerrufen oder ist abgelaufen. Erstelle einen neuen eingeschränkten Schlüssel und ändere ihn hier. Der Import geht dort weiter, wo er aufgehört hat.',
      'not-permitted': (_time: string, detail: string) =>
        `Der Schlüssel darf nicht mehr alles lesen (${detail}). Stelle die Berechtigungen unten wieder her oder ändere den Schlüssel.`,
      'rate-limited': (time: string) =>
        `Der Anbieter begrenzt die Anfragen. Nächster Versuch: ${time}.`,
      unavailable: (time: string) =>
        `Der Anbieter war nicht erreichbar. Nächster Versuch: ${time}.`,
      unexpected: (time: string, detail: string) =>
        `Die Antwort des Anbieters war unerwartet (${detail}). Nächster Versuch: ${time}. Aktualisiere Tributary, wenn das so bleibt.`,
    },
    skipped: (count: string, last: string) =>
      `${count === '1' ? 'Ein Objekt konnte nicht gelesen werden und zählt' : `${count} Objekte konnten nicht gelesen werden und zählen`} nicht. Das letzte: ${last}`,
    syncNow: 'Jetzt abgleichen',
    changeKey: 'Schlüssel ändern',
    changeKeyTitle: (provider: string) => `Schlüssel für ${provider} ändern`,
    changeKeyHint:
      'Nimm einen Schlüssel desselben Kontos. Der Import geht dort weiter, wo er aufgehört hat. Widerrufe danach den alten Schlüssel beim Anbieter.',
    disconnect: 'Trennen',
    disconnectTitle: (provider: string) => `${provider} trennen?`,
    disconnectHint:
      'Der Schlüssel wird hier gelöscht. Importierte Zahlungen bleiben. Widerrufe den Schlüssel auch beim Anbieter.',
    disconnecting: 'Wird getrennt …',
  },
  events: 'Auszuwählende Ereignisse',
}
