import type { subscriptions as english } from '../en/subscriptions.ts'
import type { Translated } from '../translation.ts'

/** Texts of subscriptions, in Spanish. */
export const subscriptions: Translated<typeof english> = {
  totals: 'Totales de suscripciones',
  chart: 'MRR y sus cambios',
  chartLabel: (from, to) => `MRR de ${from} a ${to}. Usa las flechas para leer cada periodo.`,
  table: (name) => `Tabla: ${name}`,
  all: 'Total',
  interval: 'Intervalo',
  intervals: { day: 'Días', week: 'Semanas', month: 'Meses' },
  bridge: { start: 'Al inicio', end: 'Al final' },
  names: {
    mrr: 'MRR',
    customers: 'Clientes',
    arpu: 'ARPU',
    ltv: 'LTV',
    customerChurn: 'Bajas de clientes',
    revenueChurn: 'Bajas de ingresos',
    quickRatio: 'Quick ratio',
    trialConversion: 'Conversión de pruebas',
    newMrr: 'Nuevo',
    expansionMrr: 'Expansión',
    reactivationMrr: 'Reactivación',
    contractionMrr: 'Contracción',
    churnedMrr: 'Bajas',
    newCustomers: 'Clientes nuevos',
    trialsStarted: 'Pruebas',
    spend: 'Gasto',
    cac: 'Coste por cliente',
    paybackMonths: 'Recuperación',
  },
  hints: {
    mrr: 'Lo que pagan al mes todas las suscripciones al final del periodo.',
    customers: 'Clientes que pagan al final del periodo.',
    arpu: 'MRR ÷ clientes.',
    ltv: 'ARPU ÷ bajas mensuales de clientes. Un guion indica que las bajas son 0 o no se conocen.',
    customerChurn:
      'Clientes perdidos ÷ clientes al inicio del periodo. Un guion indica que se fueron más de los que había: elige un inicio posterior.',
    revenueChurn:
      'MRR perdido por bajas y contracción ÷ MRR al inicio del periodo. Un guion indica que se perdió más de lo que había.',
    quickRatio: 'MRR ganado ÷ MRR perdido.',
    trialConversion: 'Pruebas pagadas ÷ pruebas terminadas.',
    newMrr: 'MRR de clientes que nunca habían pagado.',
    expansionMrr: 'Más MRR de clientes existentes.',
    reactivationMrr: 'MRR de clientes que volvieron.',
    contractionMrr: 'Menos MRR de clientes que se quedan.',
    churnedMrr: 'MRR de clientes que se fueron.',
    newCustomers: 'Clientes que pagaron por primera vez.',
    trialsStarted: 'Pruebas que empezaron en el periodo.',
    spend: 'Coste de tus anuncios. Un guion indica que no se registró gasto.',
    cac: 'Gasto ÷ clientes nuevos.',
    paybackMonths:
      'Gasto ÷ MRR nuevo: meses hasta que los clientes nuevos han pagado lo que costaron.',
  },
  months: (count) => `${count} meses`,
  by: 'Desglosar por',
  dimensions: { plan: 'Plan', product: 'Producto' },
  unnamed: 'Sin nombre',
  breakdown: (dimension) => `Por ${dimension.toLowerCase()}`,
  unattributed: 'Sin visita vinculada',
  only: (name) => `Solo ${name}`,
  filtered: (name) =>
    `Los totales, el gráfico, las pruebas y las cohortes muestran solo clientes de ${name}.`,
  clear: 'Mostrar todos los clientes',
  trials: 'Pruebas por mes de inicio',
  trialColumns: {
    cohort: 'Mes',
    started: 'Iniciadas',
    converted: 'Convertidas',
    open: 'Aún en prueba',
    conversion: 'Conversión',
  },
  noTrials: 'No empezó ninguna prueba en este periodo.',
  cohorts: 'Retención de MRR',
  cohortsHint:
    'Cuánto de su primer MRR siguen pagando los clientes después de cada mes. Por encima del 100 % pagan más que al principio.',
  cohortsBy: 'Agrupar por',
  cohortViews: { month: 'Primer mes', key: 'Dimensión' },
  cohortNone: 'Ningún cliente pagó por primera vez en este periodo.',
  reached: (active, reached, mrr) => `${active} de ${reached} clientes pagan ${mrr}`,
  cohortMonths: 'Meses después del primer pago',
  monthsSince: (count) => `${count} ${count === 1 ? 'mes' : 'meses'} después del primer pago`,
  partly: {
    unpriced: (count) =>
      `${count} suscripciones tienen una parte sin precio fijo, como el consumo. Esa parte no está en el MRR.`,
    discounts: (count) =>
      `${count} suscripciones tienen un descuento de importe desconocido. Se cuenta su precio completo.`,
    rates: (currencies) =>
      `Las suscripciones en ${currencies} no se incluyen porque no hay tipo de cambio.`,
  },
  empty: 'Todavía no hay suscripciones',
  emptyHint:
    'Conecta Stripe con una clave restringida o envía los eventos de suscripción de Stripe, Paddle, Polar, Creem o Dodo Payments a tu webhook.',
  connect: 'Conectar pagos',
  learn: 'Cómo se calcula el MRR',
}
