/** The words of the palette that leads everywhere, in Spanish. */
export const palette = {
  title: 'Ir a',
  find: 'Buscar una página, un periodo o un sitio',
  none: 'Nada se llama así. Prueba otra palabra.',
  onThisPage: 'En esta página',
  clearFilters: 'Quitar todos los filtros',
  addNote: 'Añadir una nota',
  settings: (section: string) => `Ajustes: ${section}`,
}
