/** What payments cost, in Spanish. */
export const costs = {
  title: 'Ingreso neto',
  tax: 'Impuestos',
  fees: 'Comisiones',
  known: (fees: string, revenue: string, tax: string) =>
    `Se conocen las comisiones del ${fees} de los pagos (${revenue} de los ingresos) y los impuestos del ${tax}. Lo desconocido cuenta como 0.`,
  partly: (share: string) => `comisiones conocidas del ${share}`,
  formula: (tax: string, fees: string) =>
    `Ingresos menos impuestos (${tax}) y comisiones (${fees}).`,
  fee: (kind: string, of: string) => `${kind} (${of})`,
  kinds: {
    processing: 'Comisión de procesamiento',
    platform: 'Comisión de la plataforma',
    currency: 'Conversión de moneda',
    dispute: 'Comisión por disputa',
    tax: 'Impuesto sobre comisiones',
  },
  of: { payment: 'pago', refund: 'reembolso', dispute: 'disputa' },
  unknownTax: 'no comunicados por el proveedor',
  unknownFees: 'aún no comunicadas por el proveedor',
  proportional:
    'El proveedor no comunicó el impuesto de un reembolso parcial. Se usa su parte proporcional del pago.',
}
