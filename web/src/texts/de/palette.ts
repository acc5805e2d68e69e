/** Texts of the command palette, in German. */
export const palette = {
  title: 'Gehe zu',
  find: 'Seiten, Zeiträume und Websites suchen',
  none: 'Keine Treffer. Versuche ein anderes Wort.',
  onThisPage: 'Auf dieser Seite',
  clearFilters: 'Alle Filter entfernen',
  addNote: 'Notiz hinzufügen',
  settings: (section: string) => `Einstellungen: ${section}`,
}
