/** The words of the palette that leads everywhere, in German. */
export const palette = {
  title: 'Gehe zu',
  find: 'Seite, Zeitraum oder Website finden',
  none: 'Nichts heißt so. Versuche ein anderes Wort.',
  onThisPage: 'Auf dieser Seite',
  clearFilters: 'Alle Filter entfernen',
  addNote: 'Notiz hinzufügen',
  settings: (section: string) => `Einstellungen: ${section}`,
}
