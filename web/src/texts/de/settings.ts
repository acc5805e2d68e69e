/** The words of a site's settings: how it is counted, and its API keys, in German. */
export const settings = {
  title: 'Einstellungen',
  notForYou: 'Das dürfen nur Admins und Inhaber dieser Website sehen.',
  domains: 'Domains',
  domainsHint:
    'Eine je Zeile; die erste ist die wichtigste. Besuche auf anderen Hosts zählen nicht.',
  rates: {
    title: 'Wechselkurse',
    sources: {
      ecb: () => 'Von der Europäischen Zentralbank, zweimal täglich abgerufen.',
      mirror: (host: string) =>
        `Von einem Spiegel der Europäischen Zentralbank auf ${host}, zweimal täglich abgerufen.`,
      address: (host: string) => `Von ${host}, zweimal täglich abgerufen.`,
      file: () => 'Aus einer Datei auf dem Server, zweimal täglich gelesen.',
      off: () => 'Nicht abgerufen: EXCHANGE_RATES steht auf diesem Server auf off.',
    },
    lastDay: (day: string) => `Neuester Kurs: ${day}.`,
    fetched: (at: string) => `Zuletzt abgerufen: ${at}.`,
    notFetched: 'Noch nicht abgerufen.',
    notNeeded: 'Bisher nicht nötig: Es gibt kein Geld in anderer Währung.',
    failed: {
      unreachable: (detail: string, next: string) =>
        `Die Quelle ist nicht erreichbar: ${detail}. Es gelten die neuesten bekannten Kurse. Nächster Versuch: ${next}.`,
      unreadable: (detail: string, next: string) =>
        `Die Quelle liefert keine gültigen Kurse: ${detail}. Es gelten die neuesten bekannten Kurse. Nächster Versuch: ${next}.`,
    },
  },
  identification: 'Nutzer erkennen',
  identificationHint:
    'E-Mail-Adressen dürfen Zahlungen mit Besuchern verbinden. Zum Vergleichen werden nur Hashes mit Schlüssel behalten. Erwähne es in deiner Datenschutzerklärung.',
  requireSignedIdentify: 'Signierte identify-Aufrufe verlangen',
  requireSignedIdentifyHint:
    'Browser können jede E-Mail-Adresse oder Nutzer-ID behaupten. Ist das aktiviert, zählt ein identify-Aufruf des Trackers nur mit einer Signatur deines Servers.',
  identityKey: 'Identitätsschlüssel',
  identityKeyHint:
    'Dein Server signiert damit Nutzer-IDs und E-Mail-Adressen (HMAC-SHA256, hexadezimal). Halte ihn geheim: Wer ihn hat, kann Besucher identifizieren.',
  identityKeyShow: 'Identitätsschlüssel anzeigen',
  identityKeyReplace: 'Identitätsschlüssel ersetzen',
  identityKeyReplaceTitle: 'Identitätsschlüssel ersetzen?',
  identityKeyReplacing: 'Wird ersetzt …',
  identityKeyReplaceHint:
    'Signaturen mit dem aktuellen Schlüssel gelten sofort nicht mehr. Hinterlege den neuen Schlüssel gleich auf deinem Server.',
  cookieless: 'Keine Cookies',
  cookielessHint:
    'Zählt Besucher mit einem Hash, der täglich wechselt, statt mit einem Cookie. Zahlungen lassen sich dann nur innerhalb eines Tages zuschreiben.',
  respectDoNotTrack: 'Do Not Track beachten',
  respectDoNotTrackHint:
    'Zählt keine Browser, die Do Not Track oder Global Privacy Control senden.',
  excludedAddresses: 'Adressen, die nicht zählen',
  excludedAddressesHint:
    'IP-Adressen oder Netze wie 203.0.113.0/24, eine je Zeile, für dein Büro oder deine Überwachung. Aufrufe werden damit verglichen, ihre Adresse wird nirgends gespeichert.',
  excludedPaths: 'Seiten, die nicht zählen',
  excludedPathsHint: 'Pfade, einer je Zeile; * steht für alles, wie in /admin/*.',
  ownVisits: 'Eigene Besuche',
  ownVisitsHint:
    'Öffne diesen Link einmal in jedem Browser, der nicht zählen soll, auf jeder deiner Domains. Das gilt, bis du den anderen öffnest oder die Daten der Website löschst. Dass es geklappt hat, steht auf der Seite in der Konsole des Browsers: tributary_ignore=1.',
  leaveOut: 'Diesen Browser auslassen',
  countAgain: 'Wieder zählen',
  retention: 'Ereignisse behalten',
  retentionHint: 'Zahlungen werden nie entfernt: Sie sind die Bücher.',
  retentionForEver: 'Für immer',
  retentionLimited: 'Für eine Zahl von Tagen',
  retentionDays: 'Tage',
  retentionWarning: (days: string) =>
    `Was älter ist als ${days}, wird endgültig gelöscht: wenige Stunden nach dem Sichern und von da an täglich. Berichte über diese Tage bleiben leer; nur eine Sicherung bringt sie zurück.`,
  days: (count: number) => (count === 1 ? 'ein Tag' : `${count} Tage`),
  noKeys:
    'Noch keine Schlüssel. Mach einen, um Ziele und Zahlungen von deinem Server aus zu senden.',
  newKey: 'Neuer Schlüssel',
  keyName: 'Name',
  keyNamePlaceholder: 'Server im Betrieb',
  scopes: 'Darf',
  scopeNames: {
    'goals:write': 'Ziele aufzeichnen',
    'payments:write': 'Zahlungen aufzeichnen',
    'visitors:read': 'Besucher lesen',
    'events:write': 'Ereignisse senden und nachtragen',
    'stats:read': 'Berichte lesen',
    'annotations:write': 'Notizen schreiben',
    'spend:write': 'Werbeausgaben melden',
    'data:export': 'Alles exportieren, auch Adressen',
  } as Record<string, string>,
  noScope: 'Wähle mindestens eines.',
  expiry: 'Gilt bis',
  expiries: {
    never: 'Ohne Ende',
    '30': 'In 30 Tagen',
    '90': 'In 90 Tagen',
    '365': 'In einem Jahr',
  },
  createKey: 'Schlüssel anlegen',
  creatingKey: 'Wird angelegt …',
  keyMade: 'Kopiere den Schlüssel jetzt',
  keyMadeHint: 'Er wird nicht gespeichert und kann nicht noch einmal gezeigt werden.',
  done: 'Ich habe ihn kopiert',
  created: (day: string) => `angelegt ${day}`,
  expires: (day: string) => `gilt bis ${day}`,
  expired: (day: string) => `abgelaufen ${day}`,
  lastUsed: (day: string) => `zuletzt benutzt ${day}`,
  neverUsed: 'nie benutzt',
  perMinute: (limit: string) => `bis zu ${limit} Anfragen je Minute`,
  rate: 'Anfragen je Minute',
  rateHint: 'Was darüber hinausgeht, wird mit 429 abgewiesen, bis die Minute um ist.',
  change: 'Ändern',
  changeKey: (name: string) => `Schlüssel ${name} ändern`,
  changeTitle: (name: string) => `„${name}“ ändern`,
  roll: 'Ersetzen',
  rollKey: (name: string) => `Schlüssel ${name} ersetzen`,
  rollTitle: (name: string) => `„${name}“ ersetzen?`,
  rollHint:
    'Du bekommst einen neuen Schlüssel mit gleichem Namen, gleichen Rechten und gleicher Grenze. Der alte gilt noch 24 Stunden, damit du ihn ohne Lücke austauschen kannst.',
  rolledHint:
    'Er wird nicht gespeichert und kann nicht noch einmal gezeigt werden. Der alte gilt noch 24 Stunden.',
  rolling: 'Wird ersetzt …',
  revoke: 'Widerrufen',
  revokeKey: (name: string) => `Schlüssel ${name} widerrufen`,
  revokeTitle: (name: string) => `„${name}“ widerrufen?`,
  revokeHint:
    'Was diesen Schlüssel benutzt, steht binnen einer Sekunde still. Das lässt sich nicht rückgängig machen; lege stattdessen einen neuen an.',
  revoking: 'Wird widerrufen …',
}
