/** Texts of reconciliation, in English; loaded with it. */
export const reconciliation = {
  lead: 'Every payment, refund, dispute and fee in the provider’s account is compared with the recorded payments, per day (UTC) and currency.',
  readUntil: (provider: string, time: string) => `${provider} was read until ${time}.`,
  notRead: (provider: string) =>
    `${provider} is still being imported. Days are compared after the first complete sync.`,
  agreeing: (agreeing: number, finished: number) =>
    agreeing === finished
      ? `All ${finished} finished days with payments agree to the cent.`
      : `${agreeing} of ${finished} finished days with payments agree to the cent.`,
  notCompared: (providers: string) =>
    `Not compared, because the account is not connected by key: ${providers}.`,
  empty: 'No account is connected',
  emptyHint:
    'Connect the account of a payment provider with a key to compare it with the recorded payments.',
  connect: 'Connect account',
  nothing: 'No payments in this period',
  nothingHint: 'Days appear here when the account or the recorded payments have any.',
  onlyDiffering: 'Only days that differ',
  daysFile: 'Export days (CSV)',
  differencesFile: 'Export differences (CSV)',
  allAgree: 'All days agree',
  allAgreeHint: 'Every finished day in this period matches to the cent.',
  states: {
    agrees: 'Agrees',
    differs: 'Differs',
    explained: 'Explained',
    unfinished: 'Not finished',
  },
  day: (day: string, currency: string) => `${day}, ${currency}`,
  payments: (count: number) => `${count} ${count === 1 ? 'payment' : 'payments'}`,
  net: (amount: string) => `${amount} net`,
  sides: 'Both sides',
  recorded: 'Recorded',
  difference: 'Difference',
  figures: {
    gross: 'Gross',
    refunds: 'Refunds',
    disputes: 'Disputes',
    fees: 'Fees',
    net: 'Net',
  },
  differences: (count: number) => `${count} ${count === 1 ? 'difference' : 'differences'}`,
  leftOutCount: (count: number) => `${count} left out`,
  kinds: { payment: 'Payment', refund: 'Refund', dispute: 'Dispute', fee: 'Fee' },
  missing: (provider: string) => `In the ${provider} account, but not recorded`,
  extra: (provider: string) => `Recorded, but not in the ${provider} account`,
  fields: { amount: 'Amount', currency: 'Currency', day: 'Day', fee: 'Fee' },
  versus: (field: string, provider: string, theirs: string, ours: string) =>
    `${field}: ${theirs} at ${provider}, ${ours} recorded`,
  bringIn: 'Import',
  bringingIn: 'Importing…',
  unresolved: (provider: string) =>
    `Everything that ${provider} reports about this payment is already recorded. Explain the difference or leave it out.`,
  leaveOut: 'Leave out',
  explain: 'Explain…',
  explainTitle: 'Explain the difference',
  explainLead:
    'The totals keep differing, but the day no longer counts as a problem. If the amounts change, the difference appears again.',
  note: 'Explanation',
  save: 'Save',
  saving: 'Saving…',
  leftOut: (when: string, by: string) => `Left out on ${when}${by === '' ? '' : ` by ${by}`}.`,
  explained: (when: string, by: string) => `Explained on ${when}${by === '' ? '' : ` by ${by}`}:`,
  undo: 'Undo',
  of: (action: string, id: string) => `${action}: ${id}`,
}
