import type { Reconciliation } from '@tributary/contract/reconciliation.ts'

// Both sides as tables, for spreadsheets.

const figures = ['payments', 'gross', 'refunds', 'disputes', 'fees', 'net'] as const
const sides = ['statement', 'recorded'] as const
const ofItem = ['day', 'amount', 'currency', 'fee', 'feeCurrency'] as const

type Cell = string | number | null

export const reconciliationTables = {
  days: ({ days }: Reconciliation) => ({
    columns: [
      ...['provider', 'day', 'currency', 'state'],
      ...sides.flatMap((side) => figures.map((figure) => named(side, figure))),
      ...['differences', 'leftOut'],
    ],
    rows: days.map(({ items, statement, recorded, ...line }) => ({
      ...{ ...line, ...countsOf(items) },
      ...prefixed('statement', statement, figures),
      ...prefixed('recorded', recorded, figures),
    })),
  }),
  items: ({ days }: Reconciliation) => ({
    columns: [
      ...['provider', 'day', 'currency', 'id', 'state', 'kind', 'fields', 'providerPaymentId'],
      ...['paymentId', 'movementId', 'objectId'],
      ...sides.flatMap((side) => ofItem.map((field) => named(side, field))),
      ...['decision', 'note', 'decidedBy', 'decidedAt'],
    ],
    rows: days.flatMap(({ provider, day, currency, items }) =>
      items.map(({ statement, recorded, decision, fields, ...item }) => ({
        ...{ provider, day, currency, ...item, fields: fields.join(' ') },
        ...prefixed('statement', statement, ofItem),
        ...prefixed('recorded', recorded, ofItem),
        ...{ decision: decision?.kind ?? null, note: decision?.note ?? null },
        ...{ decidedBy: decision?.by ?? null, decidedAt: decision?.at ?? null },
      })),
    ),
  }),
}

/** Differences that count, and those that were left out. */
function countsOf(items: Reconciliation['days'][number]['items']) {
  const leftOut = items.filter(({ decision }) => decision?.kind === 'left-out').length
  return { differences: items.length - leftOut, leftOut }
}

function named(side: string, figure: string): string {
  return `${side}${figure.slice(0, 1).toUpperCase()}${figure.slice(1)}`
}

function prefixed<Name extends string>(
  side: string,
  from: Readonly<Record<Name, Cell>> | null,
  names: readonly Name[],
): Record<string, Cell> {
  return Object.fromEntries(names.map((name) => [named(side, name), from?.[name] ?? null]))
}
