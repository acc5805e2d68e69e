/** More words of the pages below "Explore", in German. */
export const journeys = {
  start: 'Ausgangspunkt',
  direction: 'Richtung',
  after: 'Was danach kommt',
  before: 'Was davor war',
  depth: 'Wie weit',
  steps: (count: number): string => (count === 1 ? '1 Schritt' : `${count} Schritte`),
  show: 'Zeigen',
  next: 'Wohin sie gehen',
  previous: 'Woher sie kommen',
  empty: 'Kein Besuch kam in diesem Zeitraum hier vorbei',
  emptyHint: 'Wähle einen anderen Ort, einen größeren Zeitraum oder entferne einen Filter.',
  places: 'Orte auf dem Weg',
  others: 'Andere Orte',
  ended: (count: string) => `${count} enden`,
  walk: (place: string) => `Bei ${place} beginnen`,
  table: 'Die Wege als Tabelle',
  stepHead: 'Schritt',
  fromHead: 'Von',
  toHead: 'Nach',
  visits: 'Besuche',
  share: 'Von allen hier',
}

export const cohorts = {
  figure: 'Zeigen',
  figures: {
    retention: 'Wer wiederkommt',
    revenue: 'Umsatz je Abschnitt',
    lifetimeValue: 'Bisheriger Umsatz je Besucher',
  },
  hints: {
    retention:
      'Der Anteil derer, die damals zuerst kamen und in jedem Abschnitt seither wieder da waren.',
    revenue:
      'Was sie in jedem Abschnitt zahlten, abzüglich Erstattungen. Die Farbe ist der Umsatz je Besucher.',
    lifetimeValue:
      'Was sie bis zu jedem Abschnitt zahlten, abzüglich Erstattungen, geteilt durch alle von ihnen.',
  },
  by: 'Zeilen',
  byTime: { week: 'Woche des ersten Besuchs', month: 'Monat des ersten Besuchs' },
  byFirst: (dimension: string) => `Zuerst: ${dimension}`,
  interval: 'Spalten',
  weeks: 'Wochen',
  months: 'Monate',
  period: {
    week: (number: number): string =>
      number === 0 ? 'Die Woche des ersten Besuchs' : `Woche ${number} nach dem ersten Besuch`,
    month: (number: number): string =>
      number === 0 ? 'Der Monat des ersten Besuchs' : `Monat ${number} nach dem ersten Besuch`,
  },
  axis: {
    week: 'Wochen nach dem ersten Besuch',
    month: 'Monate nach dem ersten Besuch',
  },
  visitors: 'Besucher',
  all: 'Alle zusammen',
  cell: (active: string, revenue: string, isOpen: boolean) =>
    `${active} waren da, ${revenue} Umsatz${isOpen ? '; noch nicht zu Ende' : ''}`,
  table: 'Kohorten als Tabelle',
  empty: 'Niemand kam in diesem Zeitraum zum ersten Mal',
  curves: 'Lifetime-Value je Besucher',
  curvesHint:
    'Zahlungen abzüglich Erstattungen bis zu jedem Abschnitt, geteilt durch alle Besucher, die schon so weit sind. Die Tabelle oben hat dieselben Zahlen.',
  curvesLabel: 'Umsatz je Besucher mit der Zeit. Mit den Pfeiltasten einzeln lesbar.',
}

export const attribution = {
  models: 'Was jedes Modell gutschreibt',
  modelsTable: 'Modelle nebeneinander',
  points: (value: string) => `${value} Pp.`,
  modelsHint: (first: string) =>
    `Derselbe Umsatz in jeder Spalte. Prozente sind der Anteil daran; Prozentpunkte (Pp.) sein Abstand von „${first}“.`,
  fallback: (used: string) => `zu wenig Daten: wie ${used}`,
  by: 'Gutschrift an',
  noRevenue: 'Kein Umsatz in diesem Zeitraum',
  noConversions: 'Niemand zahlte in diesem Zeitraum zum ersten Mal',
  paths: 'Conversion-Pfade',
  pathsTable: 'Die häufigsten Wege',
  way: 'Weg',
  customers: 'Kunden',
  revenue: 'Umsatz',
  howLong: 'Wie lange es dauerte',
  days: 'Tage seit dem ersten Besuch',
  medianDays: (days: string) => `Tage seit dem ersten Besuch; Median ${days}`,
  daysFrom: (from: number, to: number | null): string => {
    if (to === null) return `${from} und mehr`
    if (to === 1) return 'Weniger als ein Tag'
    return to - from === 1 ? String(from) : `${from} – ${to}`
  },
  touches: 'Kontakte auf dem Weg',
  medianTouches: (touches: string) => `Kontakte auf dem Weg; Median ${touches}`,
  assists: 'Vorbereitete Conversions',
  assistsHint:
    'Eine Vorlage lag auf dem Weg zur ersten Zahlung, war aber nicht der letzte Kontakt.',
  assistsTable: 'Vorlagen',
  assisted: 'Vorlagen',
  assistedRevenue: 'Umsatz dazu',
  first: 'Erster Kontakt',
  last: 'Letzter Kontakt',
}
