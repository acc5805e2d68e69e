/** Texts of the command palette, in English. */
export const palette = {
  title: 'Go to',
  find: 'Search pages, date ranges and sites',
  none: 'No results. Try another word.',
  onThisPage: 'On this page',
  clearFilters: 'Remove all filters',
  addNote: 'Add a note',
  settings: (section: string) => `Settings: ${section}`,
}
