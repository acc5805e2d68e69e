/** Texts of the command palette, in Spanish. */
export const palette = {
  title: 'Ir a',
  find: 'Buscar páginas, periodos y sitios',
  none: 'Sin resultados. Prueba con otra palabra.',
  onThisPage: 'En esta página',
  clearFilters: 'Quitar todos los filtros',
  addNote: 'Añadir nota',
  settings: (section: string) => `Configuración: ${section}`,
}
