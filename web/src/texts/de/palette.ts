/** Texts of the command palette, in German. */
export const palette = {
  title: 'Gehe zu',
  find: 'Seiten, Quellen, Besucher, Zahlungen und Aktionen suchen',
  none: 'Keine Treffer. Versuche ein anderes Wort.',
  onThisPage: 'Auf dieser Seite',
  clearFilters: 'Alle Filter entfernen',
  addNote: 'Notiz hinzufügen',
  settings: (section: string) => `Einstellungen: ${section}`,
  searching: 'Suche läuft…',
  filterBy: 'Filtern nach',
  actions: 'Aktionen',
  makeShare: 'Freigabelink erstellen',
  makeKey: 'API-Schlüssel erstellen',
  invite: 'Mitglied einladen',
  copyAddress: 'Adresse dieser Seite kopieren',
  addressNotCopied:
    'Dein Browser hat das Kopieren blockiert. Kopiere die Adresse aus der Adresszeile.',
  visitors: (count: string) => `${count} Besucher`,
  lastSeen: (day: string) => `Zuletzt gesehen am ${day}`,
  theme: (name: string) => `Design: ${name}`,
}
