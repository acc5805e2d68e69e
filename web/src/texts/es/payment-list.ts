import type { paymentList as englishList, receipt as englishReceipt } from '../en/payment-list.ts'
import type { Translated } from '../translation.ts'

/** The words of the payments list and of money that is not linked, in Spanish. */
export const paymentList: Translated<typeof englishList> = {
  all: 'Todos los pagos',
  unlinked: 'Sin vincular',
  views: 'Qué pagos',
  filters: 'Filtrar pagos',
  status: 'Estado',
  anyStatus: 'Cualquier estado',
  method: 'Vínculo',
  anyMethod: 'Cualquier vínculo',
  cause: 'Sin vincular porque',
  anyCause: 'Cualquier causa',
  days: 'Periodo',
  lastDays: {
    '30': 'Últimos 30 días',
    '90': 'Últimos 90 días',
    '365': 'Últimos 365 días',
    '1095': 'Últimos 3 años',
  },
  more: 'Mostrar más',
  empty: 'Ningún pago en este periodo',
  emptyHint:
    'Los pagos aparecen aquí en cuanto tu servidor o un proveedor de pagos los comunica. No falta nada: también figuran pruebas y reembolsos.',
  emptyFiltered: 'Ningún pago encaja con estos filtros',
  emptyFilteredHint: 'Elige un periodo más largo o quita un filtro.',
  clear: 'Quitar filtros',
  search: 'Buscar pagos',
  searchHint: 'Busca por id, correo o importe',
  searchMore: 'Buscar en los últimos 3 años',
  provider: 'Proveedor',
  anyProvider: 'Cualquier proveedor',
  source: 'Atribuido a',
  anySource: 'Cualquier fuente',
  net: (amount: string) => `${amount} netos`,
  totalsTruncated: 'solo se cuentan los últimos 20.000',
  choose: (amount: string, when: string) => `Seleccionar el pago de ${amount}, ${when}`,
  chooseSome: 'Seleccionar',
  chooseNone: 'Listo',
  chooseAll: 'Seleccionar los mostrados',
  many: 'Vincular los pagos seleccionados',
  chosen: (count: string) => `${count} seleccionados`,
  linkMany: 'Vincular a un visitante …',
  linkManyTitle: (count: string, isOne: boolean) =>
    `¿Vincular ${count} ${isOne ? 'pago' : 'pagos'}?`,
  linkManyLead:
    'Se atribuyen a lo que trajo a este visitante y siguen vinculados, se averigüe lo que se averigüe después.',
  linking: (done: string, count: string) => `${done} de ${count} listos …`,
  linkedAll: (count: string) => `${count} cambiados`,
  linkedSome: (done: string, count: string) => `Se cambiaron ${done} de ${count}.`,
  left: (amount: string) => `quedan ${amount}`,
  reported: (amount: string) => `${amount} en informes`,
  allLinked: 'Todo el dinero está vinculado',
  allLinkedHint: 'Cada pago de este periodo pertenece a un visitante.',
  inboxLead:
    'Los pagos sin vincular cuentan como ingresos, pero no se atribuyen a ninguna fuente. Así puedes vincular los próximos.',
  count: (count: string, isOne: boolean) => `${count} ${isOne ? 'pago' : 'pagos'}`,
  showThese: 'Mostrar estos pagos',
  truncated: 'Solo se miraron los últimos 20.000 pagos sin visitante.',
  causes: {
    'no-ids': 'Llegó sin id de visitante',
    'id-not-seen': 'El id del visitante nunca se vio aquí',
    'email-unknown': 'Nadie fue identificado con ese correo',
    'identification-off': 'La identificación de usuarios está desactivada',
    'shared-email': 'Demasiados visitantes comparten el correo',
    'ambiguous-time': 'Hay visitas que encajan con la hora, ninguna segura',
    'first-payment-not-linked': 'Renueva un pago sin vincular',
    'not-tried-yet': 'Registrado hace un momento',
    'unlinked-by-hand': 'Desvinculado a mano',
    'person-erased': 'El visitante fue borrado',
  },
}

/** The words of crediting and linking on a payment's receipt, in Spanish. */
export const receipt: Translated<typeof englishReceipt> = {
  credit: 'Lo que se atribuye a cada visita',
  creditLead:
    'Las visitas que llevaron al pago, la más antigua primero, y lo que cada modelo les da.',
  answer: (amount: string, source: string) =>
    `${amount} van a ${source}: según el modelo habitual, la última visita que vino de algún sitio.`,
  answerDirect: (amount: string) =>
    `${amount} van a visitas directas: ninguna visita anterior vino de otro sitio.`,
  markov: 'Falta Markov: aprende de todos los pagos de un periodo, no de uno.',
  visit: 'Visita',
  rate: 'En informes',
  rateOf: (amount: string, rate: string, day: string) => `${amount}, al tipo ${rate} del ${day}`,
  hand: 'Vincular a mano',
  handLead:
    '¿Sabes quién pagó? Lo que digas aquí se queda, se averigüe lo que se averigüe después.',
  findVisitor: 'Buscar al visitante',
  findVisitorHint: 'Correo, tu id de usuario o id de visitante',
  noVisitor: 'Ningún visitante de los últimos doce meses coincide.',
  lastSeen: (when: string) => `Visto por última vez ${when}`,
  useId: (id: string) => `Usar ${id} como id del visitante`,
  link: 'Vincular a este visitante',
  unlink: 'Desvincular',
  unlinked: 'Desvinculado',
  unlinkedStory: 'Alguien de tu equipo dijo que no lo pagó nadie conocido.',
  unlinkTitle: '¿Desvincular este pago?',
  unlinkHint:
    'Sigue siendo ingreso, pero ya no se atribuye a ninguna fuente ni se vuelve a vincular solo. Su historial guarda quién lo hizo.',
  again: 'Vincular automáticamente otra vez',
  againTitle: '¿Vincular este pago automáticamente?',
  againHint: 'Se retira lo dicho a mano y se busca al visitante de nuevo.',
  linkTitle: '¿Vincular este pago?',
  linkHint: (visitor: string) =>
    `El dinero se atribuye a lo que trajo al visitante ${visitor}. Su historial guarda quién lo hizo.`,
  busy: 'Guardando …',
  byPerson: 'alguien de tu equipo',
  byYou: 'tú',
}
