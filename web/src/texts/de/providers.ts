/** Texts of connecting payment providers, in German. */
export const providerTexts = {
  none: 'Noch kein Zahlungsanbieter verbunden. Verbinde einen, um Zahlungen, Erstattungen, Verlängerungen und Anfechtungen innerhalb von Sekunden zu empfangen.',
  noWebhook:
    'Noch kein Webhook eingerichtet: Zahlungen kommen mit der Synchronisierung, alle 15 Minuten. Verbinde zusätzlich den Webhook des Anbieters, um sie in Sekunden zu erhalten.',
  once: {
    title: 'Zahlungen, die zwei Systeme melden',
    hint: 'Sind ein Shop und sein Zahlungsdienst verbunden, kommt dieselbe Zahlung zweimal an. Wähle das System, das zählt. Zahlungen der anderen mit gleichem Betrag und gleicher Währung, innerhalb eines Tages, und gleicher E-Mail-Adresse oder ID erscheinen dann als Duplikate in der Liste und in keinem Bericht.',
    primary: 'Primäres System',
    allCount: 'Keines: Jede Zahlung zählt',
    duplicates: (count: string, isOne: boolean) =>
      isOne ? '1 Duplikat wird nicht gezählt.' : `${count} Duplikate werden nicht gezählt.`,
    show: 'Duplikate anzeigen',
    equal: (one: string, two: string, count: string, isOne: boolean) =>
      isOne
        ? `${one} und ${two} melden dieselbe Zahlung.`
        : `${one} und ${two} melden dieselben Zahlungen: ${count} der letzten 500.`,
    count: (name: string) => `${name} zählen`,
    dismiss: 'Verwerfen',
    dismissed: (one: string, two: string) =>
      `Vorschlag verworfen: ${one} und ${two} melden gleiche Zahlungen.`,
    suggestAgain: 'Wieder vorschlagen',
    chosen: (name: string) =>
      `${name} ist das primäre System. Die Berichte werden innerhalb einer Minute aktualisiert.`,
    chosenNone:
      'Jede Zahlung zählt wieder. Die Berichte werden innerhalb einer Minute aktualisiert.',
    undo: 'Rückgängig',
  },
  add: 'Anbieter verbinden',
  provider: 'Anbieter',
  secretLater:
    'Du kannst dieses Feld vorerst leer lassen. Die meisten Anbieter zeigen das Secret erst an, wenn du dort die Webhook-URL eingetragen hast, die als Nächstes kommt. Bis du es eingibst, werden Webhooks abgelehnt.',
  secretChosen: 'Leer lassen, um ein Secret zu erzeugen, das du beim Anbieter einfügst.',
  apiToken: 'Access-Token',
  apiTokenHint: 'Mit dem Scope view_sales. Jeder Verkauf wird dann geprüft, bevor er zählt.',
  apiTokenKept:
    'Ein Token ist gespeichert, wird aber nicht angezeigt. Leer lassen, um es zu behalten, oder ein neues eingeben.',
  removeToken: {
    remove: 'Access-Token entfernen',
    removeHint: 'Verkäufe zählen dann ohne Prüfung.',
  },
  clientId: 'Client-ID',
  clientIdHint: 'Der App, zu der der Webhook gehört, in PayPals Developer-Dashboard.',
  clientSecret: 'Client-Secret',
  clientSecretHint: 'Jedes Ereignis wird dann über PayPals API geprüft, bevor es zählt.',
  removeClient: {
    remove: 'Client-ID und Client-Secret entfernen',
    removeHint: 'Ereignisse werden dann nur anhand ihrer Signatur angenommen.',
  },
  sellerId: 'Verkäufer-ID',
  sellerIdHint: 'Nur Pings dieses Verkäufers zählen.',
  shop: 'Shop',
  shopHint:
    'Nur wenn eine App mehrere Shops bedient: der Shop, der zählen soll, zum Beispiel name.myshopify.com.',
  testMode: 'Testmodus',
  testModeNeeded: (title: string) =>
    `Webhooks von ${title} geben nicht an, ob sie Tests sind. Aktiviere dies für Sandbox oder Testmodus, um die Zahlungen aus allen Berichten auszuschließen.`,
  testModeKnown: (title: string) =>
    `Testzahlungen von ${title} werden automatisch erkannt. Aktiviere dies, um alles, was hier ankommt, aus allen Berichten auszuschließen.`,
  unsigned: (title: string) =>
    `${title} signiert Webhooks nicht. Wer die Webhook-URL kennt, kann Zahlungen senden. Halte sie geheim und füge ein Access-Token hinzu, um jeden Verkauf zu prüfen.`,
  unsignedChecked: (title: string) =>
    `${title} signiert Webhooks nicht, aber jeder Verkauf wird mit deinem Access-Token geprüft. Halte die Webhook-URL geheim.`,
  connect: 'Verbinden',
  connecting: 'Wird verbunden …',
  made: (title: string) => `${title} einrichten`,
  address: 'Webhook-URL',
  secretMade: 'Secret zum Einfügen beim Anbieter',
  secretMadeHint: 'Es wird nicht noch einmal angezeigt.',
  fillIn: (name: string) => `${name} vom Anbieter`,
  fillInSave: 'Secret speichern',
  fillInSaved: 'Gespeichert. Neue Webhooks werden damit geprüft.',
  done: 'Fertig',
  steps: 'So richtest du es ein',
  idsStep:
    'Übergib die IDs aus den Cookies tributary_visitor_id und tributary_session_id an den Checkout, um Zahlungen mit Besuchern zu verknüpfen.',
  idsCode: (title: string) => `Code und Details für ${title}`,
  providerDocs: (title: string) => `Webhook-Dokumentation von ${title}`,
  health: {
    good: 'Aktiv',
    waiting: 'Noch nichts empfangen',
    tests: 'Bisher nur Test-Ereignisse',
    failing: 'Fehlerhaft',
    refused: 'Lehnt ab',
  },
  lastDelivery: (time: string) => `letzte Zustellung ${time}`,
  counts: {
    recorded: (count: string) => `${count} erfasst`,
    ignored: (count: string) => `${count} ignoriert`,
    test: (count: string) => (count === '1' ? 'ein Test' : `${count} Tests`),
    failed: (count: string) => `${count} fehlgeschlagen`,
    erased: (count: string) => `${count} gelöscht`,
  },
  rejected: (count: number, time: string, reason: string) =>
    `${count === 1 ? 'Eine Anfrage wurde' : `${count} Anfragen wurden`} abgelehnt, zuletzt ${time}: ${reason}`,
  reasons: {
    'missing-signature': 'Die Signatur fehlt. Vielleicht kennt jemand anderes die Webhook-URL.',
    'wrong-signature':
      'Die Signatur ist falsch. Prüfe, ob das Secret mit dem beim Anbieter angezeigten übereinstimmt.',
    'too-old': 'Die Signatur ist zu alt. Prüfe die Uhr dieses Servers.',
    'ahead-of-time':
      'Der Zeitpunkt der Signatur liegt in der Zukunft. Prüfe die Uhr dieses Servers.',
    'other-account': 'Sie gehört zu einem anderen Shop oder Verkäufer.',
    'unknown-sale': 'Der Verkauf wurde mit dem Access-Token nicht gefunden.',
    'unknown-event': 'PayPals API kennt dieses Ereignis nicht, oder mit anderem Inhalt.',
    unconfirmed:
      'Die API des Anbieters war nicht erreichbar oder hat die Zugangsdaten abgelehnt. Der Anbieter wiederholt die Zustellung.',
    'untrusted-certificate': 'Das Zertifikat ist nicht von PayPal.',
  } as Record<string, string>,
  oldSecret: (time: string) => `Das vorherige Secret wird bis ${time} akzeptiert.`,
  try: 'Test-Ereignis senden',
  trying: 'Wird gesendet …',
  tried: 'Das Test-Ereignis wurde empfangen. Es ist in keinem Bericht enthalten.',
  triedBadly: 'Das Test-Ereignis ist fehlgeschlagen. Prüfe die Schritte unten.',
  stages: {
    reached: 'Empfangen',
    signature: 'Signatur',
    archived: 'Archiviert',
    understood: 'Gelesen',
    'kept apart': 'Nicht in Berichten',
  } as Record<string, string>,
  stageOk: 'Bestanden',
  stageBad: 'Fehlgeschlagen',
  deliveries: 'Zustellungen',
  noDeliveries: 'Noch keine Zustellungen. Sende zum Ausprobieren ein Test-Ereignis.',
  states: {
    recorded: 'Erfasst',
    ignored: 'Ignoriert',
    test: 'Test',
    failed: 'Fehlgeschlagen',
  },
  attempts: (count: number) => `${count} Versuche`,
  retryAt: (time: string) => `nächster Versuch ${time}`,
  toPayment: 'Beleg öffnen',
  replay: 'Erneut verarbeiten',
  replayOne: (type: string, time: string) => `${type} vom ${time} erneut verarbeiten`,
  replayAll: 'Alle erneut verarbeiten',
  replaying: 'Wird verarbeitet …',
  replayed: (counts: string) => `Erneut verarbeitet: ${counts}. Nichts zählt doppelt.`,
  nothingReplayed: 'Es gibt keine Zustellungen, die erneut verarbeitet werden können.',
  older: 'Ältere Zustellungen anzeigen',
  change: 'Optionen',
  changeOf: (title: string) => `Optionen von ${title}`,
  changeTitle: (title: string) => `Optionen von ${title}`,
  changeHint: 'Sie gelten für neue Zahlungen. URL und Secret bleiben gleich.',
  keepDays: 'Zustellungen speichern (Tage)',
  keepDaysHint: 'Danach wird ihr Inhalt gelöscht. Erfasste Zahlungen bleiben erhalten.',
  tolerance: 'Höchstalter von Signaturen (Sekunden)',
  toleranceHint: (usual: string) => `Ältere Webhooks werden abgelehnt. Leer lassen für ${usual}.`,
  rotate: 'Secret ersetzen',
  rotateOf: (title: string) => `Secret ersetzen: ${title}`,
  rotateTitle: (title: string) => `Secret von ${title} ersetzen?`,
  rotateHint:
    'Das aktuelle Secret kann noch eine Weile gültig bleiben, damit kein Webhook verloren geht.',
  overlap: 'Aktuelles Secret akzeptieren',
  overlaps: {
    0: 'nicht mehr',
    1: 'noch eine Stunde',
    24: 'noch 24 Stunden',
    168: 'noch eine Woche',
  },
  rotating: 'Wird ersetzt …',
  rotated: 'Secret ersetzt',
  remove: 'Entfernen',
  removeOf: (title: string) => `${title} entfernen`,
  removeTitle: (title: string) => `${title} entfernen?`,
  removeHint:
    'Die Webhook-URL funktioniert dann nicht mehr. Erfasste Zahlungen bleiben erhalten. Das lässt sich nicht rückgängig machen: Beim erneuten Verbinden entsteht eine neue URL.',
  removing: 'Wird entfernt …',
  account: {
    title: (provider: string) => `${provider}-Konto`,
    lead: 'Verbinde ein Konto mit einem Schlüssel, um bis zu 36 Monate Zahlungen zu importieren und alle 15 Minuten nachzuholen, was Webhooks verpasst haben. Bereits per Webhook empfangene Zahlungen zählen nicht doppelt.',
    accounts: 'Konten bei Anbietern',
    connectOne: 'Konto verbinden',
    choose: 'Wähle einen Zahlungsanbieter.',
    back: 'Zurück',
    connect: (provider: string) => `${provider}-Konto verbinden`,
    makeReadOnlyKey: (provider: string) => `Reinen Leseschlüssel in ${provider} erstellen`,
    makeKey: (provider: string) => `Schlüssel in ${provider} erstellen`,
    permit: (permissions: string) =>
      `Gib ihm Lesezugriff auf Folgendes und sonst nichts: ${permissions}.`,
    paste: 'Füge den Schlüssel hier ein.',
    enter: (fields: string) => `Gib unten ein: ${fields}.`,
    key: 'Schlüssel',
    keyNames: {
      gumroad: 'Access Token',
      paypal: 'Client Secret',
      polar: 'Organization Access Token',
      shopify: 'Client Secret oder Zugriffstoken',
      woocommerce: 'Consumer Secret',
    } as Record<string, string>,
    details: {
      storeUrl: 'Adresse des Shops',
      storeId: 'Store-ID',
      shopDomain: 'Shop-Domain',
      consumerKey: 'Consumer Key',
      clientId: 'Client-ID',
    },
    optionalDetail: 'Nicht für jede Art von Schlüssel nötig.',
    keyHint:
      'Schlüssel mit Schreibrechten werden abgelehnt. Der Schlüssel wird verschlüsselt gespeichert und nicht mehr angezeigt.',
    fullKeyHint: (provider: string) =>
      `Bei ${provider} gibt es keine reinen Leseschlüssel. Tributary liest damit nur. Der Schlüssel wird verschlüsselt gespeichert und nicht mehr angezeigt.`,
    months: 'Zahlungen importieren der letzten',
    spans: { 3: '3 Monate', 12: '12 Monate', 24: '24 Monate', 36: '36 Monate' },
    checking: 'Schlüssel wird geprüft …',
    states: {
      importing: 'Wird importiert',
      good: 'Aktuell',
      failing: 'Neuer Versuch läuft',
      refused: 'Handlung erforderlich',
    },
    progress: 'Bisher importiert',
    from: (time: string) => `Zahlungen seit ${time}`,
    objects: (count: string) => `${count} Objekte gelesen`,
    syncedAt: (time: string) => `zuletzt synchronisiert ${time}`,
    reconcile: 'Mit erfassten Zahlungen vergleichen',
    notSynced: 'noch nicht synchronisiert',
    reads: 'Was der Schlüssel lesen darf',
    errors: {
      'key-refused': () =>
        'Der Schlüssel wird nicht mehr akzeptiert: Er wurde widerrufen oder ist abgelaufen. Erstelle einen neuen Schlüssel und hinterlege ihn hier. Der Import wird dort fortgesetzt, wo er aufgehört hat.',
      'not-permitted': (_time: string, detail: string) =>
        `Der Schlüssel darf nicht mehr alles lesen (${detail}). Stelle die Berechtigungen unten wieder her oder ändere den Schlüssel.`,
      'rate-limited': (time: string) =>
        `Der Anbieter begrenzt Anfragen. Nächster Versuch: ${time}.`,
      unavailable: (time: string) =>
        `Der Anbieter war nicht erreichbar. Nächster Versuch: ${time}.`,
      unexpected: (time: string, detail: string) =>
        `Die Antwort des Anbieters war unerwartet (${detail}). Nächster Versuch: ${time}. Aktualisiere Tributary, falls das anhält.`,
    },
    skipped: (count: string, last: string) =>
      `${count === '1' ? 'Ein Objekt konnte' : `${count} Objekte konnten`} nicht gelesen werden und zählen nicht. Das letzte: ${last}`,
    syncNow: 'Jetzt synchronisieren',
    changeKey: 'Schlüssel ändern',
    changeKeyTitle: (provider: string) => `Schlüssel für ${provider} ändern`,
    changeKeyHint:
      'Verwende einen Schlüssel desselben Kontos. Der Import wird dort fortgesetzt, wo er aufgehört hat. Widerrufe danach den alten Schlüssel beim Anbieter.',
    disconnect: 'Trennen',
    disconnectTitle: (provider: string) => `${provider} trennen?`,
    disconnectHint:
      'Der Schlüssel wird hier gelöscht. Importierte Zahlungen bleiben erhalten. Widerrufe den Schlüssel auch beim Anbieter.',
    disconnecting: 'Wird getrennt …',
  },
  events: 'Auszuwählende Ereignisse',
}
