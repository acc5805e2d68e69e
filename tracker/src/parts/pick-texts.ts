/** The texts of the picker in all languages, as it is one small file. */
export const pickTexts = {
  en: {
    title: 'Pick an element',
    lead: 'Click the button, link or form that should count. ↑ widens the choice, Esc closes.',
    matches: (count: number) => (count === 1 ? '1 element matches' : `${count} elements match`),
    wider: 'Wider',
    use: 'Use this element',
    copy: 'Copy selector',
    copied: 'Copied',
    close: 'Close',
    alone: 'The dashboard cannot be reached from this page. Copy the selector and paste it there.',
  },
  de: {
    title: 'Element auswählen',
    lead: 'Klicke auf die Schaltfläche, den Link oder das Formular, das zählen soll. ↑ erweitert die Auswahl, Esc schließt.',
    matches: (count: number) => (count === 1 ? '1 Element passt' : `${count} Elemente passen`),
    wider: 'Erweitern',
    use: 'Dieses Element verwenden',
    copy: 'Selektor kopieren',
    copied: 'Kopiert',
    close: 'Schließen',
    alone:
      'Das Dashboard ist von dieser Seite aus nicht erreichbar. Kopiere den Selektor und füge ihn dort ein.',
  },
  es: {
    title: 'Elegir un elemento',
    lead: 'Haz clic en el botón, enlace o formulario que debe contar. ↑ amplía la selección, Esc cierra.',
    matches: (count: number) =>
      count === 1 ? 'Coincide 1 elemento' : `Coinciden ${count} elementos`,
    wider: 'Ampliar',
    use: 'Usar este elemento',
    copy: 'Copiar selector',
    copied: 'Copiado',
    close: 'Cerrar',
    alone: 'No se puede acceder al panel desde esta página. Copia el selector y pégalo allí.',
  },
}
