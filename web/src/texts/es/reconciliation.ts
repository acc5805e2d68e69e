import type { reconciliation as english } from '../en/reconciliation.ts'
import type { Translated } from '../translation.ts'

/** Texts of reconciliation, in Spanish. */
export const reconciliation: Translated<typeof english> = {
  lead: 'Cada pago, reembolso, disputa y comisión de la cuenta del proveedor se compara con los pagos registrados, por día (UTC) y moneda.',
  readUntil: (provider, time) => `${provider} se leyó hasta ${time}.`,
  notRead: (provider) =>
    `${provider} todavía se está importando. Los días se comparan después de la primera sincronización completa.`,
  agreeing: (agreeing, finished) =>
    agreeing === finished
      ? `Los ${finished} días cerrados con pagos coinciden al céntimo.`
      : `${agreeing} de ${finished} días cerrados con pagos coinciden al céntimo.`,
  notCompared: (providers) =>
    `Sin comparar, porque la cuenta no está conectada con una clave: ${providers}.`,
  empty: 'No hay ninguna cuenta conectada',
  emptyHint:
    'Conecta la cuenta de un proveedor de pago con una clave para compararla con los pagos registrados.',
  connect: 'Conectar cuenta',
  nothing: 'No hay pagos en este periodo',
  nothingHint: 'Aquí aparecen los días en los que la cuenta o los pagos registrados tienen alguno.',
  onlyDiffering: 'Solo días con diferencias',
  daysFile: 'Exportar días (CSV)',
  differencesFile: 'Exportar diferencias (CSV)',
  allAgree: 'Todos los días coinciden',
  allAgreeHint: 'Cada día cerrado de este periodo coincide al céntimo.',
  states: {
    agrees: 'Coincide',
    differs: 'No coincide',
    explained: 'Explicado',
    unfinished: 'Sin cerrar',
  },
  day: (day, currency) => `${day}, ${currency}`,
  payments: (count) => `${count} ${count === 1 ? 'pago' : 'pagos'}`,
  net: (amount) => `${amount} netos`,
  sides: 'Ambos lados',
  recorded: 'Registrado',
  difference: 'Diferencia',
  figures: {
    gross: 'Bruto',
    refunds: 'Reembolsos',
    disputes: 'Disputas',
    fees: 'Comisiones',
    net: 'Neto',
  },
  differences: (count) => `${count} ${count === 1 ? 'diferencia' : 'diferencias'}`,
  leftOutCount: (count) => `${count} ${count === 1 ? 'excluida' : 'excluidas'}`,
  kinds: { payment: 'Pago', refund: 'Reembolso', dispute: 'Disputa', fee: 'Comisión' },
  missing: (provider) => `En la cuenta de ${provider}, pero sin registrar`,
  extra: (provider) => `Registrado, pero no está en la cuenta de ${provider}`,
  fields: { amount: 'Importe', currency: 'Moneda', day: 'Día', fee: 'Comisión' },
  versus: (field, provider, theirs, ours) =>
    `${field}: ${theirs} en ${provider}, ${ours} en el registro`,
  bringIn: 'Importar',
  bringingIn: 'Importando…',
  unresolved: (provider) =>
    `Todo lo que ${provider} dice de este pago ya está registrado. Explica la diferencia o exclúyela.`,
  leaveOut: 'Excluir',
  explain: 'Explicar…',
  explainTitle: 'Explicar la diferencia',
  explainLead:
    'Los totales siguen sin coincidir, pero el día deja de ser un problema. Si cambian los importes, la diferencia vuelve a aparecer.',
  note: 'Explicación',
  save: 'Guardar',
  saving: 'Guardando…',
  leftOut: (when, by) => `Excluido el ${when}${by === '' ? '' : ` por ${by}`}.`,
  explained: (when, by) => `Explicado el ${when}${by === '' ? '' : ` por ${by}`}:`,
  undo: 'Deshacer',
  of: (action, id) => `${action}: ${id}`,
}
