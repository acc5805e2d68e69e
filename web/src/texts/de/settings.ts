/** Texts of a site's general settings and its API keys, in German. */
export const settings = {
  title: 'Einstellungen',
  notForYou: 'Nur Admins und Inhaber dieser Website können diese Seite sehen.',
  domains: 'Domains',
  domainsHint:
    'Eine pro Zeile, die Hauptdomain zuerst. Besuche auf anderen Hosts werden nicht gezählt.',
  rates: {
    title: 'Wechselkurse',
    sources: {
      ecb: () => 'Von der Europäischen Zentralbank, zweimal täglich abgerufen.',
      mirror: (host: string) =>
        `Von einem Spiegel der Europäischen Zentralbank unter ${host}, zweimal täglich abgerufen.`,
      address: (host: string) => `Von ${host}, zweimal täglich abgerufen.`,
      file: () => 'Aus einer Datei auf dem Server, zweimal täglich gelesen.',
      off: () => 'Nicht abgerufen: EXCHANGE_RATES ist auf diesem Server auf off gesetzt.',
    },
    lastDay: (day: string) => `Neuester Kurs: ${day}.`,
    fetched: (at: string) => `Zuletzt abgerufen: ${at}.`,
    notFetched: 'Noch nicht abgerufen.',
    notNeeded: 'Noch nicht benötigt: Alle Zahlungen sind in der Währung der Website.',
    failed: {
      unreachable: (detail: string, next: string) =>
        `Die Quelle ist nicht erreichbar: ${detail}. Die letzten bekannten Kurse werden weiter verwendet. Nächster Versuch: ${next}.`,
      unreadable: (detail: string, next: string) =>
        `Die Quelle hat keine gültigen Kurse gesendet: ${detail}. Die letzten bekannten Kurse werden weiter verwendet. Nächster Versuch: ${next}.`,
    },
  },
  identification: 'Nutzer identifizieren',
  identificationHint:
    'Verknüpft Zahlungen anhand der E-Mail-Adresse mit Besuchern und zeigt Besucher unter der Adresse, mit der sie bezahlt haben. Für den Abgleich werden nur Hashes mit Schlüssel gespeichert. Erwähne das in deiner Datenschutzerklärung.',
  requireSignedIdentify: 'Signierte identify-Aufrufe verlangen',
  requireSignedIdentifyHint:
    'Browser können jede beliebige E-Mail-Adresse oder Nutzer-ID angeben. Ist dies an, zählt ein identify-Aufruf des Trackers nur mit einer Signatur deines Servers.',
  identityKey: 'Identitätsschlüssel',
  identityKeyHint:
    'Damit signiert dein Server Nutzer-IDs und E-Mail-Adressen (HMAC-SHA256, hex). Halte ihn geheim: Wer ihn hat, kann Besucher identifizieren.',
  identityKeyShow: 'Identitätsschlüssel anzeigen',
  identityKeyReplace: 'Identitätsschlüssel ersetzen',
  identityKeyReplaceTitle: 'Identitätsschlüssel ersetzen?',
  identityKeyReplacing: 'Wird ersetzt …',
  identityKeyReplaceHint:
    'Signaturen mit dem aktuellen Schlüssel werden sofort ungültig. Hinterlege den neuen Schlüssel gleich auf deinem Server.',
  cookieless: 'Modus ohne Cookies',
  cookielessHint:
    'Zählt Besucher mit einem täglich wechselnden Hash statt mit einem Cookie. Zahlungen können dann nur Besuchen desselben Tages zugerechnet werden.',
  respectDoNotTrack: 'Do Not Track beachten',
  respectDoNotTrackHint:
    'Zählt keine Browser, die Do Not Track oder Global Privacy Control senden.',
  excludedAddresses: 'Ausgeschlossene IP-Adressen',
  excludedAddressesHint:
    'IP-Adressen oder Netze wie 203.0.113.0/24, eine pro Zeile, zum Beispiel die deines Büros. Adressen von Besuchern werden damit verglichen und nicht gespeichert.',
  excludedPaths: 'Ausgeschlossene Seiten',
  excludedPathsHint: 'Pfade, einer pro Zeile. * steht für beliebigen Text, wie in /admin/*.',
  ownVisits: 'Deine eigenen Besuche',
  ownVisitsHint:
    'Öffne diesen Link einmal in jedem Browser, den du ausschließen möchtest, auf jeder deiner Domains. Er gilt, bis du den anderen Link öffnest oder die Websitedaten löschst. Zur Kontrolle öffne auf der Seite die Konsole des Browsers: Sie zeigt tributary_ignore=1.',
  leaveOut: 'Diesen Browser ausschließen',
  countAgain: 'Diesen Browser wieder zählen',
  retention: 'Aufbewahrung der Daten',
  retentionHint: 'Wie lange Ereignisse gespeichert werden. Zahlungen werden nie gelöscht.',
  retentionForEver: 'Unbegrenzt',
  retentionLimited: 'Für begrenzte Zeit',
  retentionDays: 'Tage',
  retentionWarning: (days: string) =>
    `Ereignisse, die älter als ${days} sind, werden wenige Stunden nach dem Speichern und danach täglich endgültig gelöscht. Berichte für diese Tage sind dann leer. Nur ein Backup kann sie wiederherstellen.`,
  days: (count: number) => (count === 1 ? 'ein Tag' : `${count} Tage`),
  noKeys:
    'Noch keine API-Schlüssel. Erstelle einen, um Ziele und Zahlungen von deinem Server zu senden.',
  newKey: 'Schlüssel erstellen',
  keyName: 'Name',
  keyNamePlaceholder: 'Produktionsserver',
  scopes: 'Berechtigungen',
  allScopes: 'Alle Berechtigungen',
  scopeNames: {
    'goals:write': 'Ziele senden',
    'payments:write': 'Zahlungen senden',
    'visitors:read': 'Besucher lesen',
    'events:write': 'Ereignisse senden, auch vergangene',
    'stats:read': 'Berichte lesen',
    'annotations:write': 'Notizen schreiben',
    'spend:write': 'Werbeausgaben senden',
    'data:export': 'Alle Daten exportieren, auch E-Mail-Adressen',
  } as Record<string, string>,
  noScope: 'Wähle mindestens eine Berechtigung.',
  expiry: 'Läuft ab',
  expiries: { never: 'Nie', '30': 'In 30 Tagen', '90': 'In 90 Tagen', '365': 'In einem Jahr' },
  createKey: 'Schlüssel erstellen',
  creatingKey: 'Wird erstellt …',
  keyMade: 'Kopiere den Schlüssel jetzt',
  keyMadeHint: 'Er wird nicht gespeichert und kann nicht noch einmal angezeigt werden.',
  done: 'Ich habe ihn kopiert',
  created: (day: string) => `erstellt ${day}`,
  expires: (day: string) => `läuft ab ${day}`,
  expired: (day: string) => `abgelaufen ${day}`,
  lastUsed: (day: string) => `zuletzt verwendet ${day}`,
  neverUsed: 'nie verwendet',
  perMinute: (limit: string) => `bis zu ${limit} Anfragen pro Minute`,
  rate: 'Anfragen pro Minute',
  rateHint: 'Weitere Anfragen erhalten bis zum Ende der Minute den Status 429.',
  change: 'Bearbeiten',
  changeKey: (name: string) => `Schlüssel ${name} bearbeiten`,
  changeTitle: (name: string) => `„${name}“ bearbeiten`,
  roll: 'Erneuern',
  rollKey: (name: string) => `Schlüssel ${name} erneuern`,
  rollTitle: (name: string) => `„${name}“ erneuern?`,
  rollHint:
    'Du erhältst einen neuen Schlüssel mit demselben Namen, denselben Berechtigungen und demselben Limit. Der alte funktioniert noch 24 Stunden, sodass du ihn ohne Ausfall ersetzen kannst.',
  rolledHint:
    'Er wird nicht gespeichert und kann nicht noch einmal angezeigt werden. Der alte Schlüssel wird in 24 Stunden ungültig.',
  rolling: 'Wird erneuert …',
  revoke: 'Widerrufen',
  revokeKey: (name: string) => `Schlüssel ${name} widerrufen`,
  revokeTitle: (name: string) => `„${name}“ widerrufen?`,
  revokeHint:
    'Integrationen mit diesem Schlüssel funktionieren innerhalb einer Sekunde nicht mehr. Das lässt sich nicht rückgängig machen.',
  revoking: 'Wird widerrufen …',
}
