/** The words of a site's settings: how it is counted, and its API keys, in Spanish. */
export const settings = {
  title: 'Ajustes',
  notForYou: 'Solo los administradores y propietarios de este sitio pueden ver esto.',
  domains: 'Dominios',
  domainsHint:
    'Uno por línea; el primero es el principal. Las visitas desde otros hosts no se cuentan.',
  rates: {
    title: 'Tipos de cambio',
    sources: {
      ecb: () => 'Del Banco Central Europeo, consultados dos veces al día.',
      mirror: (host: string) =>
        `De una réplica del Banco Central Europeo en ${host}, consultados dos veces al día.`,
      address: (host: string) => `De ${host}, consultados dos veces al día.`,
      file: () => 'De un archivo del servidor, leído dos veces al día.',
      off: () => 'No se consultan: EXCHANGE_RATES está en off en este servidor.',
    },
    lastDay: (day: string) => `Último tipo: ${day}.`,
    fetched: (at: string) => `Última consulta: ${at}.`,
    notFetched: 'Aún sin consultar.',
    notNeeded: 'De momento no hacen falta: no hay dinero en otra moneda.',
    failed: {
      unreachable: (detail: string, next: string) =>
        `No se puede acceder a la fuente: ${detail}. Se siguen usando los últimos tipos conocidos. Próximo intento: ${next}.`,
      unreadable: (detail: string, next: string) =>
        `La fuente no envía tipos válidos: ${detail}. Se siguen usando los últimos tipos conocidos. Próximo intento: ${next}.`,
    },
  },
  identification: 'Identificar usuarios',
  identificationHint:
    'Permite que las direcciones de correo enlacen pagos con visitantes. Para compararlas solo se guardan hashes con clave. Indícalo en tu política de privacidad.',
  requireSignedIdentify: 'Exigir llamadas identify firmadas',
  requireSignedIdentifyHint:
    'Un navegador puede afirmar cualquier dirección de correo o ID de usuario. Si se activa, una llamada identify del rastreador solo cuenta con una firma de tu servidor.',
  identityKey: 'Clave de identidad',
  identityKeyHint:
    'Tu servidor firma con ella los ID de usuario y las direcciones de correo (HMAC-SHA256, hexadecimal). Mantenla en secreto: quien la tenga puede identificar visitantes.',
  identityKeyShow: 'Mostrar la clave de identidad',
  identityKeyReplace: 'Reemplazar la clave de identidad',
  identityKeyReplaceTitle: '¿Reemplazar la clave de identidad?',
  identityKeyReplacing: 'Reemplazando …',
  identityKeyReplaceHint:
    'Las firmas hechas con la clave actual dejan de valer de inmediato. Instala la clave nueva en tu servidor enseguida.',
  cookieless: 'Sin cookies',
  cookielessHint:
    'Cuenta a los visitantes con un hash que cambia cada día en vez de una cookie. Los pagos solo se pueden atribuir entonces dentro de un día.',
  respectDoNotTrack: 'Respetar Do Not Track',
  respectDoNotTrackHint:
    'No cuenta los navegadores que envían Do Not Track o Global Privacy Control.',
  excludedAddresses: 'Direcciones que no cuentan',
  excludedAddressesHint:
    'Direcciones IP o redes como 203.0.113.0/24, una por línea, para tu oficina o tu monitorización. Los envíos se comparan con ellas y su dirección no se guarda en ningún sitio.',
  excludedPaths: 'Páginas que no cuentan',
  excludedPathsHint: 'Rutas, una por línea; * vale por cualquier cosa, como en /admin/*.',
  ownVisits: 'Tus propias visitas',
  ownVisitsHint:
    'Abre este enlace una vez en cada navegador que no deba contar, en cada uno de tus dominios. Vale hasta que abras el otro o borres los datos del sitio. Para ver si funcionó, abre la consola del navegador en esa página: dice tributary_ignore=1.',
  leaveOut: 'Dejar fuera este navegador',
  countAgain: 'Volver a contarlo',
  retention: 'Conservar los eventos',
  retentionHint: 'Los pagos no se borran nunca: son los libros de cuentas.',
  retentionForEver: 'Para siempre',
  retentionLimited: 'Durante un número de días',
  retentionDays: 'Días',
  retentionWarning: (days: string) =>
    `Lo que tenga más de ${days} se borra definitivamente: pocas horas después de guardar y cada día a partir de entonces. Los informes de esos días quedan vacíos; solo una copia de seguridad los recupera.`,
  days: (count: number) => (count === 1 ? 'un día' : `${count} días`),
  noKeys: 'Aún no hay claves. Crea una para enviar objetivos y pagos desde tu servidor.',
  newKey: 'Nueva clave',
  keyName: 'Nombre',
  keyNamePlaceholder: 'Servidor de producción',
  scopes: 'Puede',
  scopeNames: {
    'goals:write': 'Registrar objetivos',
    'payments:write': 'Registrar pagos',
    'visitors:read': 'Leer visitantes',
    'events:write': 'Enviar eventos, también pasados',
    'stats:read': 'Leer informes',
    'annotations:write': 'Escribir notas',
    'spend:write': 'Comunicar gasto publicitario',
    'data:export': 'Exportarlo todo, direcciones incluidas',
  } as Record<string, string>,
  noScope: 'Elige al menos uno.',
  expiry: 'Caduca',
  expiries: { never: 'Nunca', '30': 'En 30 días', '90': 'En 90 días', '365': 'En un año' },
  createKey: 'Crear clave',
  creatingKey: 'Creando …',
  keyMade: 'Copia la clave ahora',
  keyMadeHint: 'No se guarda y no se puede volver a mostrar.',
  done: 'La he copiado',
  created: (day: string) => `creada ${day}`,
  expires: (day: string) => `caduca ${day}`,
  expired: (day: string) => `caducada ${day}`,
  lastUsed: (day: string) => `usada por última vez ${day}`,
  neverUsed: 'sin usar',
  perMinute: (limit: string) => `hasta ${limit} peticiones por minuto`,
  rate: 'Peticiones por minuto',
  rateHint: 'Las que pasen de ahí se rechazan con 429 hasta que acabe el minuto.',
  change: 'Cambiar',
  changeKey: (name: string) => `Cambiar la clave ${name}`,
  changeTitle: (name: string) => `Cambiar «${name}»`,
  roll: 'Renovar',
  rollKey: (name: string) => `Renovar la clave ${name}`,
  rollTitle: (name: string) => `¿Renovar «${name}»?`,
  rollHint:
    'Recibes una clave nueva con el mismo nombre, los mismos permisos y el mismo límite. La antigua sigue funcionando 24 horas, para que la cambies sin interrupción.',
  rolledHint:
    'No se guarda y no se puede volver a mostrar. La clave antigua deja de funcionar en 24 horas.',
  rolling: 'Renovando …',
  revoke: 'Revocar',
  revokeKey: (name: string) => `Revocar la clave ${name}`,
  revokeTitle: (name: string) => `¿Revocar «${name}»?`,
  revokeHint:
    'Lo que use esta clave deja de funcionar en un segundo. No se puede deshacer; crea una clave nueva en su lugar.',
  revoking: 'Revocando …',
}
