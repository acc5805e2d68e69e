/** Texts of the goals in a site's settings, in German. */
export const goals = {
  empty:
    'Noch keine Ziele erreicht. Füge oben eines hinzu oder sende eines wie unten gezeigt; es erscheint hier nach wenigen Sekunden.',
  rules: {
    title: 'Ziele ohne Code',
    lead: 'Lege ein Ziel anhand einer Seite, eines Links, eines Downloads, eines Formulars oder eines Elements fest. Seiten, Links und Downloads zählen auch rückwirkend.',
    add: 'Ziel hinzufügen',
    adding: 'Wird hinzugefügt …',
    name: 'Name',
    nameHint: 'Ziele mit demselben Namen werden zusammengezählt.',
    nameExample: 'Bestellung abgeschlossen',
    when: 'Zählt, wenn',
    kinds: {
      page: 'eine Seite aufgerufen wird',
      link: 'ein externer Link angeklickt wird',
      download: 'eine Datei heruntergeladen wird',
      form: 'ein Formular abgeschickt wird',
      selector: 'ein Element angeklickt wird',
    },
    short: {
      page: 'Seitenaufruf',
      link: 'Externer Link',
      download: 'Download',
      form: 'Formular',
      selector: 'Klick auf Element',
    },
    patterns: {
      page: {
        label: 'Seite',
        hint: 'Ein Pfad. * steht für beliebigen Text: /danke/*',
        example: '/danke',
      },
      link: {
        label: 'Link',
        hint: 'Ein Host oder eine Adresse. * steht für beliebigen Text: calendly.com/team/*',
        example: 'calendly.com',
      },
      download: {
        label: 'Datei',
        hint: 'Ein Dateiname oder eine Adresse. * steht für beliebigen Text: *.pdf',
        example: 'leitfaden.pdf',
      },
      form: {
        label: 'Formular-ID',
        hint: 'Das Attribut id des Formulars. Für ein Formular ohne ID wähle „ein Element angeklickt wird“.',
        example: 'newsletter',
      },
      selector: {
        label: 'CSS-Selektor',
        hint: 'Zählt Klicks auf passende Elemente. Ein passendes Formular zählt, wenn es abgeschickt wird.',
        example: '#kaufen, .in-den-warenkorb',
      },
    },
    seen: (addresses: string, times: string) =>
      `In den letzten 30 Tagen: ${addresses} passende ${addresses === '1' ? 'Adresse' : 'Adressen'}, ${times === '1' ? 'einmal' : `${times}-mal`} gezählt`,
    pickOn: 'Seite zum Auswählen',
    pickHint: 'Öffnet sich in einem neuen Tab. Dein Besuch dort wird nicht gezählt.',
    pick: 'Element auswählen',
    picking: {
      opening: 'Warten auf die Seite …',
      ready: 'Klicke im anderen Tab auf das Element und dann auf „Dieses Element verwenden“.',
      silent:
        'Die Seite hat nicht geantwortet. Prüfe, ob sie das Tracking-Skript enthält und ob ihre Content-Security-Policy Skripte von diesem Server erlaubt. Falls dieser Browser von der Zählung ausgenommen ist:',
      blocked:
        'Dein Browser hat den neuen Tab blockiert. Erlaube Pop-ups für diese Seite und versuche es noch einmal.',
    },
    openCounted: 'Trotzdem öffnen',
    matched: (count: number) =>
      count === 1
        ? 'Passt auf 1 Element dieser Seite.'
        : `Passt auf ${count} Elemente dieser Seite.`,
    noSelector: 'Das ist kein gültiger CSS-Selektor.',
    filling: 'Vergangenheit wird gezählt …',
    reached: (times: string, visitors: string) =>
      `${times === '1' ? 'Einmal' : `${times}-mal`} von ${visitors === '1' ? 'einem Besucher' : `${visitors} Besuchern`} in den letzten 30 Tagen`,
    last: (moment: string) => `zuletzt ${moment}`,
    never: 'Noch nicht erreicht',
    edit: 'Bearbeiten',
    editOf: (goal: string) => `${goal} bearbeiten`,
    editTitle: (goal: string) => `„${goal}“ bearbeiten`,
    save: 'Speichern',
    saving: 'Wird gespeichert …',
    consequences: {
      'found-found': () =>
        'Die Vergangenheit wird neu gezählt: Alle Berichte zeigen dann, was zur neuen Definition passt.',
      'found-sent': () =>
        'Was die alte Definition gezählt hat, wird aus allen Berichten entfernt. Die neue zählt ab jetzt.',
      'sent-found': (goal: string) =>
        `Die Vergangenheit wird nach der neuen Definition gezählt. Was Seiten bisher gemeldet haben, bleibt unter „${goal}“.`,
      'sent-sent': (goal: string) =>
        `Die neue Definition zählt ab jetzt. Was bisher gezählt wurde, bleibt unter „${goal}“.`,
      renamed: (goal: string) =>
        `Gespeicherte Funnels und Ansichten und Freigabelinks übernehmen den neuen Namen, solange keine andere Definition „${goal}“ zählt.`,
    },
    remove: 'Löschen',
    removing: 'Wird gelöscht …',
    removeOf: (goal: string) => `${goal} löschen`,
    removeTitle: (goal: string) => `„${goal}“ löschen?`,
    removeAll: 'Was dadurch gezählt wurde, wird aus allen Berichten entfernt.',
    removeKept: 'Es wird nicht mehr gezählt. Was bisher gezählt wurde, bleibt in den Berichten.',
  },
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
