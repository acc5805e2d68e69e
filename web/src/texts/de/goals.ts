/** Texts of the goals in a site's settings, in German. */
export const goals = {
  empty:
    'Noch keine Ziele. Ziele müssen nicht eingerichtet werden: Sende eines wie unten gezeigt, und es erscheint hier nach wenigen Sekunden.',
  lists: {
    pinned: {
      title: 'Angeheftet',
      lead: 'Werden im Bereich „Ziele“ zuerst und in dieser Reihenfolge angezeigt, auch bei null. Die ersten drei sind im Diagramm markiert.',
    },
    listed: {
      title: 'Aufgeführt',
      lead: 'Werden unter den angehefteten Zielen angezeigt, sortiert nach Besuchern.',
    },
    hidden: {
      title: 'Ausgeblendet',
      lead: 'Werden im Bereich „Ziele“ und in Freigabelinks nicht angezeigt. Sie werden weiter gezählt und sind in Filtern, Funnels und der API verfügbar.',
    },
  },
  reached: (times: string, visitors: string) =>
    `${times === '1' ? 'Einmal' : `${times}-mal`} von ${visitors === '1' ? 'einem Besucher' : `${visitors} Besuchern`} in den letzten 30 Tagen`,
  notRecently: 'In den letzten 30 Tagen nicht erreicht',
  notSeen: 'Im letzten Jahr nicht erreicht',
  worth: (sum: string) => `Gesamtwert ${sum}`,
  said: (properties: string) => `mit ${properties}`,
  lastSeen: (day: string) => `zuletzt am ${day}`,
  onChart: 'Im Diagramm angezeigt',
  pin: 'Anheften',
  pinOf: (goal: string) => `${goal} anheften`,
  unpin: 'Lösen',
  unpinOf: (goal: string) => `${goal} lösen`,
  hide: 'Ausblenden',
  hideOf: (goal: string) => `${goal} ausblenden`,
  show: 'Einblenden',
  showOf: (goal: string) => `${goal} wieder einblenden`,
  up: (goal: string) => `${goal} nach oben verschieben`,
  down: (goal: string) => `${goal} nach unten verschieben`,
  rename: 'Umbenennen',
  renameOf: (goal: string) => `${goal} umbenennen`,
  renameTitle: (goal: string) => `„${goal}“ umbenennen`,
  name: 'Anzeigename',
  nameHint:
    'Wird im Dashboard verwendet. Links, Exporte und die API verwenden den gesendeten Namen. Leer lassen, um diesen anzuzeigen.',
  send: 'Ziel senden',
  sendLead: 'Der Name ist frei wählbar. Ein Wert und Eigenschaften sind optional.',
  fromPage: 'Mit einem HTML-Attribut: zählt Klicks oder das Absenden eines Formulars.',
  fromScript: 'Mit JavaScript auf deiner Seite.',
  fromServer: 'Von deinem Server, mit einem API-Schlüssel.',
  toKeys: 'API-Schlüssel erstellen',
}
