import type { en } from './en.ts'
import { costs } from './es/costs.ts'
import { overview } from './es/overview.ts'
import { payments } from './es/payments.ts'
import { report } from './es/report.ts'
import { sections } from './es/sections.ts'
import type { Translated } from './translation.ts'

/** The dashboard's texts in Spanish; docs/glossary.md has the terms. */
export const es: Translated<typeof en> = {
  title: (page: string) => `${page} · Tributary`,
  skipToContent: 'Ir al contenido',
  close: 'Cerrar',
  cancel: 'Cancelar',
  copy: 'Copiar',
  copied: 'Copiado',
  copyFailed: 'El navegador bloqueó la copia. Selecciona el texto y cópialo tú.',
  save: 'Guardar cambios',
  saving: 'Guardando…',
  saved: 'Guardado',
  retry: 'Reintentar',
  loading: 'Cargando',
  optional: 'opcional',
  menu: {
    account: 'Cuenta y tema',
    theme: 'Tema',
    system: 'Sistema',
    light: 'Claro',
    dark: 'Oscuro',
    language: 'Idioma',
    search: 'Buscar',
    find: 'Ir a una página',
    shortCuts: 'Atajos de teclado',
    help: 'Ayuda',
    yourAccount: 'Tu cuenta',
    people: 'Personas',
    signOut: 'Cerrar sesión',
    signedInAs: (email: string) => `Sesión iniciada como ${email}`,
    sites: 'Todos los sitios',
    switchSite: 'Cambiar de sitio',
    newSite: 'Añadir sitio',
    settingsWord: 'Ajustes',
    settings: 'Ajustes del sitio',
    install: 'Instalar el script',
    dashboard: 'Panel',
  },
  explore: {
    label: 'Explorar',
    pages: {
      realtime: { name: 'Tiempo real', lead: 'Quién está en tu sitio ahora mismo y qué hace.' },
      funnels: { name: 'Embudos', lead: 'Descubre entre qué pasos abandonan los visitantes.' },
      visitors: {
        name: 'Visitantes',
        lead: 'Todos los visitantes, con sus visitas, objetivos y pagos.',
      },
      spend: {
        name: 'Gasto publicitario',
        lead: 'Cuánto cuestan tus anuncios y cuántos ingresos generan.',
      },
      subscriptions: {
        name: 'Suscripciones',
        lead: 'Ingresos recurrentes mensuales, bajas y pruebas según el origen de los clientes.',
      },
      journeys: {
        name: 'Recorridos',
        lead: 'Adónde van los visitantes desde una página o un objetivo, y cómo llegan allí.',
      },
      cohorts: {
        name: 'Cohortes',
        lead: 'Cuántos visitantes vuelven y cuánto gastan, según su primera visita o fuente.',
      },
      attribution: {
        name: 'Atribución',
        lead: 'Cómo atribuye los ingresos cada modelo, y las rutas hasta el primer pago.',
      },
      notes: {
        name: 'Notas',
        lead: 'Lanzamientos, cambios de precio y caídas, marcados en el gráfico.',
      },
    },
  },
  failure: {
    title: 'No se pudo cargar',
    notConfirmed: 'No se cambió nada porque no confirmaste tu identidad.',
    offline:
      'El servidor no responde. Comprueba tu conexión y que Tributary esté en marcha, y vuelve a intentarlo.',
    server: (requestId: string | undefined) =>
      requestId
        ? `Se produjo un error en el servidor. Busca la causa en su registro con el ID de solicitud ${requestId}.`
        : 'Se produjo un error en el servidor. Busca la causa en su registro.',
    unavailable: 'El servidor está ocupado o iniciándose. Vuelve a intentarlo en un momento.',
    proxy: (status: number) =>
      `Respondió otro servidor en lugar de Tributary (estado ${status}), como un proxy o la página de acceso de tu red. Vuelve a cargar la página para ver qué pide.`,
    rateLimited: (seconds: number | undefined) =>
      seconds
        ? `Demasiadas solicitudes. Vuelve a intentarlo en ${seconds} segundos.`
        : 'Demasiadas solicitudes. Vuelve a intentarlo en un minuto.',
    page: 'Se produjo un error en esta página',
    pageHint: 'Vuelve a cargar la página. Tus datos no se ven afectados.',
    updated: 'Tributary se actualizó',
    updatedHint: 'Vuelve a cargar la página para continuar con la versión nueva.',
    reload: 'Volver a cargar',
    missing: 'No encontrado',
    missingHint:
      'Puede que se haya eliminado, que la dirección sea incorrecta o que no tengas acceso.',
    notFound: 'Página no encontrada',
    notFoundHint:
      'Puede que la dirección no sea correcta, que el sitio se haya eliminado o que no tengas acceso.',
    toSites: 'Ir a tus sitios',
  },
  slow: 'Está tardando más de lo habitual. Los periodos largos con muchos eventos pueden necesitar unos segundos.',
  signIn: {
    title: 'Iniciar sesión',
    lead: 'Descubre qué tráfico genera ingresos.',
    email: 'Correo electrónico',
    password: 'Contraseña',
    submit: 'Iniciar sesión',
    busy: 'Iniciando sesión…',
    code: 'Código de verificación',
    codeHint: 'De tu aplicación de autenticación, o un código de recuperación.',
    ended: 'Se cerró tu sesión. Inicia sesión para seguir donde estabas.',
  },
  setUp: {
    title: 'Configurar Tributary',
    lead: 'Solo lleva dos minutos: crea tu cuenta y tu primer sitio, y añade una línea de HTML.',
    account: 'Tu cuenta',
    site: 'Tu primer sitio',
    password: 'Contraseña',
    passwordHint: 'Al menos 8 caracteres.',
    passwordShort: 'La contraseña debe tener al menos 8 caracteres.',
    submit: 'Crear cuenta y sitio',
    busy: 'Creando…',
    needed:
      'Aún no hay ninguna cuenta. Abre el enlace de configuración de un solo uso que Tributary mostró al iniciarse.',
    noToken: 'Abre el enlace de configuración de un solo uso',
    noTokenHint:
      'Tributary lo muestra al iniciarse por primera vez. Si ya tienes una cuenta, inicia sesión.',
  },
  siteForm: {
    domain: 'Dominio',
    domainHint: 'Sin https://. Los subdominios están incluidos.',
    domainBad: 'Introduce un dominio como example.com.',
    name: 'Nombre',
    timezone: 'Zona horaria',
    timezoneHint: 'Los días de los informes empiezan a medianoche en esta zona horaria.',
    currency: 'Moneda',
    currencyHint: 'Los informes muestran los ingresos en esta moneda.',
    create: 'Crear sitio',
    creating: 'Creando…',
  },
  sites: {
    title: 'Sitios',
    add: 'Añadir sitio',
    newTitle: 'Añadir sitio',
    newLead: 'Un sitio es una web con todos sus subdominios.',
    empty: 'Aún no hay sitios',
    emptyHint: 'Añade tu primer sitio para obtener su script.',
  },
  ...report,
  overview,
  costs,
  sections,
  payments,
}
