/** The words of the palette that leads everywhere, in English. */
export const palette = {
  title: 'Go to',
  find: 'Find a page, a range or a site',
  none: 'Nothing has that name. Try another word.',
  onThisPage: 'On this page',
  clearFilters: 'Remove all filters',
  addNote: 'Add a note',
  settings: (section: string) => `Settings: ${section}`,
}
