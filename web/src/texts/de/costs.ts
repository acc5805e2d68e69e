/** What payments cost, in German. */
export const costs = {
  title: 'Nettoerlös',
  tax: 'Steuern',
  fees: 'Gebühren',
  known: (fees: string, revenue: string, tax: string) =>
    `Gebühren sind für ${fees} der Zahlungen (${revenue} des Umsatzes) bekannt, Steuern für ${tax}. Unbekanntes zählt als 0.`,
  partly: (share: string) => `Gebühren für ${share} bekannt`,
  formula: (tax: string, fees: string) =>
    `Umsatz abzüglich Steuern (${tax}) und Gebühren (${fees}).`,
  fee: (kind: string, of: string) => `${kind} (${of})`,
  kinds: {
    processing: 'Zahlungsgebühr',
    platform: 'Plattformgebühr',
    currency: 'Währungsumrechnung',
    dispute: 'Gebühr für Zahlungsanfechtung',
    tax: 'Steuer auf Gebühren',
  },
  of: { payment: 'Zahlung', refund: 'Erstattung', dispute: 'Anfechtung' },
  unknownTax: 'vom Anbieter nicht gemeldet',
  unknownFees: 'vom Anbieter noch nicht gemeldet',
  proportional:
    'Der Anbieter hat die Steuer einer Teilerstattung nicht gemeldet. Verwendet wird ihr Anteil an der Zahlung.',
}
