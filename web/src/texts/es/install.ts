import type { install as english } from '../en/install.ts'
import type { Translated } from '../translation.ts'

/** The words of the first run, in Spanish. */
export const install: Translated<typeof english> = {
  title: 'Instalar el script',
  lead: (site: string) => `Pon esta línea en el <head> de ${site}.`,
  where: 'Dónde va la línea, según la plataforma',
  platforms: {
    html: {
      name: 'HTML',
      text: 'En el <head> de cada página, o de la plantilla que comparten todas.',
    },
    next: { name: 'Next.js', text: 'En app/layout.tsx, dentro de <body>.' },
    react: {
      name: 'React',
      text: 'Pega la línea en el <head> de index.html. Los cambios de ruta se notan solos.',
    },
    vue: {
      name: 'Vue',
      text: 'Pega la línea en el <head> de index.html; en Nuxt, en nuxt.config.ts:',
    },
    wordpress: {
      name: 'WordPress',
      text: 'En la cabecera con un plugin como WPCode, o en functions.php del tema hijo:',
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
      name: 'Gestor de etiquetas',
      text: 'Una etiqueta «Custom HTML» en todas las páginas. Los gestores quitan atributos desconocidos, así que usa esta forma:',
    },
  },
  waiting: 'Esperando la primera visita',
  waitingHint: (domain: string) => `Abre ${domain} en otra pestaña. Esta página lo nota sola.`,
  arrived: 'La primera visita está aquí',
  arrivedHint: 'Todo funciona. Ahora conecta los pagos para ver qué paga.',
  arrivedFrom: (page: string, source: string) => `En ${page}, desde ${source}.`,
  direct: 'una visita directa',
  open: 'Abrir el panel',
  notYet: 'Ver el panel de todos modos',
  trouble: '¿No ves ninguna visita?',
  troubleList: [
    'El dominio de la página debe ser uno de los dominios del sitio en sus ajustes.',
    'Los bloqueadores y «Do Not Track» pueden frenar el script: prueba una ventana privada.',
    'Los robots y los navegadores automatizados se dejan fuera a propósito.',
  ],
  troubleMore: 'Otras causas y qué hacer',
  payments: 'Conectar los pagos',
  paymentsLead:
    'Cuando un cliente ha pagado, tu servidor lo dice con una clave de API. El id del visitante está en la cookie tributary_visitor_id; con él, el pago se atribuye a lo que trajo a ese visitante.',
  makeKey: 'Crear una clave de API',
  paymentWaiting: 'Esperando el primer pago',
  paymentArrived: 'El primer pago está aquí',
  testTitle: 'Pruébalo con un pago de prueba',
  testLead:
    'Envía un pago de prueba desde aquí. Ejecuta la línea de abajo en la consola de tu sitio, en la pestaña de la primera visita, y pega lo que muestra.',
  visitorId: 'Id del visitante',
  visitorIdHint: 'Sin él, solo la hora puede vincular el pago, y en la duda no se hace.',
  test: (amount: string) => `Enviar un pago de prueba de ${amount}`,
  testing: 'Enviando …',
  testKeyName: 'Pago de prueba',
  linkedSomewhere: 'Está vinculado al visitante.',
  notLinked: 'Llegó, pero no se encontró a su visitante. Pega el id del visitante y envía otro.',
  receipt: 'Ver su recibo',
  takeBack: 'Deshacerlo',
  takenBack: 'Reembolsado del todo: ya no cuenta como ingreso. La clave de prueba está revocada.',
}
