/** More texts of the pages below "Explore", in German. */
export const journeys = {
  start: 'Ausgangspunkt',
  direction: 'Richtung',
  after: 'Nächste Schritte',
  before: 'Vorherige Schritte',
  depth: 'Anzahl der Schritte',
  steps: (count: number): string => (count === 1 ? '1 Schritt' : `${count} Schritte`),
  show: 'Nutzerpfade anzeigen',
  next: 'Nächste Schritte',
  previous: 'Vorherige Schritte',
  empty: 'Keine Besuche mit dieser Seite oder diesem Ziel in diesem Zeitraum',
  emptyHint:
    'Wähle einen anderen Ausgangspunkt oder einen längeren Zeitraum, oder entferne einen Filter.',
  places: 'Schritte',
  others: 'Andere Seiten und Ziele',
  ended: (count: string) => `${count} enden hier`,
  walk: (place: string) => `Bei ${place} beginnen`,
  table: 'Nutzerpfade als Tabelle',
  stepHead: 'Schritt',
  fromHead: 'Von',
  toHead: 'Nach',
  visits: 'Besuche',
  share: 'Anteil am Schritt',
}

export const cohorts = {
  figure: 'Anzeigen',
  figures: {
    retention: 'Wiederkehrrate',
    revenue: 'Umsatz pro Periode',
    lifetimeValue: 'Lifetime-Value pro Besucher',
  },
  hints: {
    retention: 'Anteil der Besucher einer Kohorte, die in der jeweiligen Periode wiederkamen.',
    revenue:
      'Zahlungen abzüglich Erstattungen pro Periode. Die Farbe zeigt den Umsatz pro Besucher.',
    lifetimeValue:
      'Zahlungen abzüglich Erstattungen bis zur jeweiligen Periode ÷ Besucher der Kohorte.',
  },
  by: 'Zeilen',
  byTime: { week: 'Woche des ersten Besuchs', month: 'Monat des ersten Besuchs' },
  byFirst: (dimension: string) => `${dimension} beim ersten Besuch`,
  interval: 'Spalten',
  weeks: 'Wochen',
  months: 'Monate',
  period: {
    week: (number: number): string =>
      number === 0 ? 'Woche des ersten Besuchs' : `Woche ${number} nach dem ersten Besuch`,
    month: (number: number): string =>
      number === 0 ? 'Monat des ersten Besuchs' : `Monat ${number} nach dem ersten Besuch`,
  },
  axis: {
    week: 'Wochen nach dem ersten Besuch',
    month: 'Monate nach dem ersten Besuch',
  },
  visitors: 'Besucher',
  all: 'Alle Kohorten',
  cell: (active: string, revenue: string, isOpen: boolean) =>
    `${active} aktiv, ${revenue} Umsatz${isOpen ? ' (läuft noch)' : ''}`,
  cut: (interval: 'week' | 'month') =>
    `Nur ein Teil ${interval === 'week' ? 'dieser Woche' : 'dieses Monats'}: Der gewählte Zeitraum beginnt oder endet darin.`,
  cutNote: '* Der gewählte Zeitraum umfasst nur einen Teil dieser Woche oder dieses Monats.',
  table: 'Kohorten als Tabelle',
  empty: 'Keine neuen Besucher in diesem Zeitraum',
  curves: 'Lifetime-Value im Zeitverlauf',
  curvesHint:
    'Zahlungen abzüglich Erstattungen bis zur jeweiligen Periode ÷ Besucher, deren Kohorte sie schon erreicht hat. Die Tabelle oben zeigt dieselben Zahlen.',
  curvesLabel:
    'Umsatz pro Besucher im Zeitverlauf. Mit den Pfeiltasten wechselst du zwischen den Werten.',
}

export const attribution = {
  models: 'Modelle vergleichen',
  modelsTable: 'Attributionsmodelle als Tabelle',
  points: (value: string) => `${value} Pp.`,
  modelsHint: (first: string) =>
    `Jede Spalte ergibt denselben Umsatz. Prozentwerte sind Anteile daran, Prozentpunkte (Pp.) die Abweichung von „${first}“.`,
  fallback: (used: string) => `zu wenig Daten, verwendet ${used}`,
  by: 'Zurechnen zu',
  noRevenue: 'Kein Umsatz in diesem Zeitraum',
  noConversions: 'Keine ersten Zahlungen in diesem Zeitraum',
  paths: 'Conversion-Pfade',
  pathsTable: 'Häufigste Pfade',
  way: 'Pfad',
  customers: 'Kunden',
  revenue: 'Umsatz',
  howLong: 'Zeit bis zur Conversion',
  days: 'Tage ab dem ersten Besuch',
  medianDays: (days: string) => `Tage ab dem ersten Besuch (Median ${days})`,
  daysFrom: (from: number, to: number | null): string => {
    if (to === null) return `${from} oder mehr`
    if (to === 1) return 'Weniger als ein Tag'
    return to - from === 1 ? String(from) : `${from} – ${to}`
  },
  touches: 'Kontakte vor der Zahlung',
  medianTouches: (touches: string) => `Kontakte vor der Zahlung (Median ${touches})`,
  assists: 'Vorbereitete Conversions',
  assistsHint:
    'Ein vorbereitender Kontakt liegt auf dem Pfad zur ersten Zahlung, ist aber nicht der letzte.',
  assistsTable: 'Vorbereitende Kontakte',
  assisted: 'Vorbereitet',
  assistedRevenue: 'Vorbereiteter Umsatz',
  first: 'Erster Kontakt',
  last: 'Letzter Kontakt',
}
