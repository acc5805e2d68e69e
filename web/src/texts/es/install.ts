import type { install as english } from '../en/install.ts'
import type { Translated } from '../translation.ts'

/** Texts of the install page, in Spanish. */
export const install: Translated<typeof english> = {
  title: 'Instalar el script',
  lead: (site: string) => `Pega esta línea en el <head> de ${site}.`,
  where: 'Instrucciones por plataforma',
  platforms: {
    html: {
      name: 'HTML',
      text: 'Pega la línea en el <head> de cada página, o de la plantilla que comparten todas.',
    },
    next: { name: 'Next.js', text: 'Añádela a app/layout.tsx, dentro de <body>.' },
    react: {
      name: 'React',
      text: 'Pega la línea en el <head> de index.html. Los cambios de ruta se registran automáticamente.',
    },
    vue: {
      name: 'Vue',
      text: 'Pega la línea en el <head> de index.html; en Nuxt, añádela a nuxt.config.ts:',
    },
    wordpress: {
      name: 'WordPress',
      text: 'Añade la línea a la cabecera con un plugin de fragmentos como WPCode, o al functions.php del tema hijo:',
    },
    shopify: {
      name: 'Shopify',
      text: 'Tienda online → Temas → Editar código → theme.liquid: pega la línea antes de </head>.',
    },
    webflow: {
      name: 'Webflow',
      text: 'Site settings → Custom code → Head code: pega la línea, guarda y publica.',
    },
    framer: {
      name: 'Framer',
      text: 'Site settings → General → Custom code → Start of <head>: pega la línea y publica.',
    },
    tagManager: {
      name: 'Tag Manager',
      text: 'Crea una etiqueta de HTML personalizado que se active en todas las páginas. Los gestores de etiquetas eliminan los atributos desconocidos, así que usa este código:',
    },
  },
  waiting: 'Esperando la primera visita',
  waitingHint: (domain: string) =>
    `Abre ${domain} en otra pestaña. Esta página se actualiza automáticamente.`,
  arrived: 'Visita recibida',
  arrivedHint: 'El script funciona.',
  arrivedFrom: (page: string, source: string) => `Página: ${page}. Fuente: ${source}.`,
  direct: 'directa',
  open: 'Abrir el panel',
  trouble: '¿No ves ninguna visita?',
  troubleList: [
    'Comprueba que el dominio de la página figure en la configuración del sitio.',
    'Los bloqueadores de contenido o Do Not Track pueden bloquear el script. Prueba en una ventana privada.',
    'Los bots y los navegadores automatizados no se cuentan.',
  ],
  troubleMore: 'Más causas y soluciones',
  payments: 'Conectar pagos',
  paymentsLead:
    'Cuando un cliente pague, envía el pago desde tu servidor con una clave de API. Incluye el ID de visitante de la cookie tributary_visitor_id para atribuir el pago a la fuente del visitante.',
  makeKey: 'Crear clave de API',
  paymentArrived: 'Pago recibido',
  testTitle: 'Enviar un pago de prueba desde aquí',
  testLead:
    'Se registra como un pago real y se atribuye a la fuente del visitante que acabamos de ver. No se mueve dinero y puedes reembolsarlo después.',
  otherVisitor: 'Usar otro visitante',
  otherVisitorLead:
    'Ejecuta esta línea en la consola del navegador, en una página de tu sitio, y pega el ID de visitante que muestre.',
  connect: 'Recibir pagos reales',
  ownServer: 'Tu servidor (curl)',
  providerLead: (title: string) =>
    `Los pagos, reembolsos y renovaciones llegan desde ${title} por webhook, sin código en tu servidor.`,
  providerConnected: (title: string) =>
    `${title} está conectado. Su próximo pago aparecerá automáticamente.`,
  connectTo: (title: string) => `Conectar ${title}`,
  providerHelp: (title: string) => `Guía de ${title}`,
  toProviders: 'Proveedores de pago',
  serverKeyName: 'Mi servidor',
  keyOnce: 'La clave solo se muestra ahora. Copia el comando antes de salir de esta página.',
  checklist: {
    title: 'Configuración inicial',
    progress: (done: number, all: number) => `Configuración: ${done} de ${all} pasos completados`,
    site: 'Crear el sitio',
    visit: 'Recibir una visita',
    payment: 'Recibir un pago',
    isDone: 'Hecho',
    isOpen: 'Pendiente',
    done: 'Todo listo',
    doneLead: 'Las visitas y los pagos llegan. El panel muestra qué fuentes traen ingresos.',
    goals: 'Añadir objetivos',
    team: 'Invitar a tu equipo',
    close: 'Cerrar y abrir el panel',
  },
  visitorId: 'ID de visitante',
  visitorIdHint:
    'Sin él, el pago solo se puede vincular por la hora, si coincide exactamente una visita.',
  test: (amount: string) => `Enviar pago de prueba de ${amount}`,
  testing: 'Enviando…',
  testKeyName: 'Pago de prueba',
  linkedSomewhere: 'El pago está vinculado al visitante.',
  notLinked:
    'Se recibió el pago, pero no se encontró ningún visitante. Introduce un ID de visitante y envía otro.',
  receipt: 'Ver recibo',
  refundTest: 'Reembolsar pago de prueba',
  testRefunded:
    'Reembolsado por completo: ya no cuenta como ingreso. La clave de prueba se revocó.',
}
