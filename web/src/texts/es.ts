import type { en } from './en.ts'
import { install } from './es/install.ts'
import { overview } from './es/overview.ts'
import { paymentList, receipt } from './es/payment-list.ts'
import { payments } from './es/payments.ts'
import { report } from './es/report.ts'
import { sections } from './es/sections.ts'
import type { Translated } from './translation.ts'

/** What the dashboard says in Spanish. */
export const es: Translated<typeof en> = {
  title: (page: string) => `${page} · Tributary`,
  skipToContent: 'Ir al contenido',
  close: 'Cerrar',
  cancel: 'Cancelar',
  copy: 'Copiar',
  copied: 'Copiado',
  copyFailed: 'El navegador no permite copiar. Selecciona el texto y cópialo a mano.',
  save: 'Guardar cambios',
  saving: 'Guardando …',
  saved: 'Guardado',
  retry: 'Intentar de nuevo',
  loading: 'Cargando',
  optional: 'opcional',
  menu: {
    account: 'Cuenta y colores',
    theme: 'Colores',
    system: 'Sistema',
    light: 'Claro',
    dark: 'Oscuro',
    language: 'Idioma',
    find: 'Ir a cualquier página',
    shortCuts: 'Atajos de teclado',
    help: 'Ayuda',
    yourAccount: 'Tu cuenta',
    people: 'Personas',
    signOut: 'Cerrar sesión',
    signedInAs: (email: string) => `Sesión de ${email}`,
    sites: 'Todos los sitios',
    switchSite: 'Cambiar de sitio',
    newSite: 'Añadir un sitio',
    settings: 'Ajustes del sitio',
    install: 'Instalar el script',
    dashboard: 'Panel',
  },
  explore: {
    label: 'Explorar',
    pages: {
      realtime: { name: 'En directo', lead: 'Quién está ahora y qué acaba de pasar.' },
      funnels: {
        name: 'Embudos',
        lead: 'Mira entre qué pasos abandonan los visitantes.',
      },
      visitors: { name: 'Visitantes', lead: 'Quién estuvo, y la historia de cada uno.' },
      spend: { name: 'Gasto publicitario', lead: 'Lo que cuestan los anuncios y lo que traen.' },
      journeys: {
        name: 'Recorridos',
        lead: 'Adónde va la gente desde una página o un objetivo, y cómo llega a él.',
      },
      cohorts: {
        name: 'Cohortes',
        lead: 'Quién vuelve y cuánto llega a valer, según cuándo y de dónde vino por primera vez.',
      },
      attribution: {
        name: 'Atribución',
        lead: 'Qué acredita cada modelo, y los caminos al primer pago.',
      },
      notes: { name: 'Notas', lead: 'Lanzamientos, precios, caídas: lo que marca el gráfico.' },
    },
  },
  failure: {
    title: 'No se pudo cargar',
    notConfirmed: 'No se cambió nada, porque no confirmaste que eres tú.',
    offline:
      'El servidor no responde. Comprueba tu conexión, o que Tributary esté en marcha, e inténtalo de nuevo.',
    server: (requestId: string | undefined) =>
      requestId
        ? `El servidor tuvo un problema. Su registro lo explica con el id de petición ${requestId}.`
        : 'El servidor tuvo un problema. Su registro lo explica.',
    unavailable: 'El servidor está ocupado o arrancando. Responderá en un momento.',
    rateLimited: (seconds: number | undefined) =>
      seconds
        ? `Demasiadas peticiones. Inténtalo de nuevo en ${seconds} segundos.`
        : 'Demasiadas peticiones.',
    page: 'Algo falló en esta página',
    pageHint: 'Suele bastar con volver a cargarla. Nada de lo recogido se ve afectado.',
    notFound: 'Aquí no hay nada',
    notFoundHint: 'La dirección está mal, o el sitio se eliminó, o es de otra persona.',
    toSites: 'Ir a tus sitios',
  },
  slow: 'Tarda más de lo normal. Un periodo largo con muchos eventos puede necesitar unos segundos.',
  signIn: {
    title: 'Iniciar sesión',
    lead: 'Mira qué tráfico paga.',
    email: 'Correo',
    password: 'Contraseña',
    submit: 'Iniciar sesión',
    busy: 'Iniciando sesión …',
    code: 'Código de tu autenticador',
    codeHint: 'O uno de tus códigos de recuperación.',
    ended: 'La sesión terminó. Inicia sesión para seguir donde estabas.',
  },
  setUp: {
    title: 'Configurar Tributary',
    lead: 'Dos minutos: tu cuenta, tu primer sitio y una línea de HTML.',
    account: 'Tu cuenta',
    site: 'Tu primer sitio',
    password: 'Contraseña',
    passwordHint: 'Al menos 8 caracteres.',
    passwordShort: 'La contraseña necesita al menos 8 caracteres.',
    submit: 'Crear cuenta y sitio',
    busy: 'Creando …',
    needed:
      'Aún no hay ninguna cuenta. Abre el enlace de un solo uso que Tributary mostró al arrancar.',
    noToken: 'Esta página necesita el enlace de un solo uso',
    noTokenHint:
      'Tributary lo muestra al arrancar por primera vez. Ábrelo. Si ya hay una cuenta, inicia sesión.',
  },
  siteForm: {
    domain: 'Dominio',
    domainHint: 'Donde lo ven los visitantes, sin https://. Los subdominios están incluidos.',
    domainBad: 'Escribe un dominio como example.com.',
    name: 'Nombre',
    timezone: 'Zona horaria',
    timezoneHint: 'Los días de los informes empiezan a medianoche aquí.',
    currency: 'Moneda',
    currencyHint: 'Los informes suman el dinero en esta moneda.',
    create: 'Crear sitio',
    creating: 'Creando …',
  },
  sites: {
    title: 'Sitios',
    add: 'Añadir un sitio',
    newTitle: 'Añadir un sitio',
    newLead: 'Un sitio es una web con todos sus subdominios.',
    empty: 'Aún no hay sitios',
    emptyHint: 'Añade el primero para obtener su línea de script.',
    visitors7: 'visitantes en 7 días',
    revenue7: 'ingresos en 7 días',
    figuresFailed: 'No se pudieron cargar las cifras',
  },
  ...report,
  overview,
  sections,
  install,
  payments,
  paymentList,
  receipt,
}
