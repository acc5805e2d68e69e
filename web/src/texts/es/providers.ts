/** Texts of connecting payment providers, in Spanish. */
export const providerTexts = {
  none: 'Aún no hay ningún proveedor de pago conectado. Conecta uno para recibir sus pagos, reembolsos, renovaciones y disputas en segundos.',
  noWebhook:
    'Aún no hay ningún webhook: los pagos llegan con la sincronización, cada 15 minutos. Conecta también el webhook del proveedor para recibirlos en segundos.',
  once: {
    title: 'Pagos notificados por dos sistemas',
    hint: 'Si están conectadas una tienda y su pasarela de pago, el mismo pago llega dos veces. Elige el sistema que cuenta. Los pagos de los demás con el mismo importe y moneda, en menos de un día, y el mismo correo electrónico o ID aparecen como duplicados en la lista y no figuran en ningún informe.',
    primary: 'Sistema principal',
    allCount: 'Ninguno: cuentan todos los pagos',
    duplicates: (count: string, isOne: boolean) =>
      isOne ? '1 duplicado no se contabiliza.' : `${count} duplicados no se contabilizan.`,
    show: 'Mostrar duplicados',
    equal: (one: string, two: string, count: string, isOne: boolean) =>
      isOne
        ? `${one} y ${two} notifican el mismo pago.`
        : `${one} y ${two} notifican los mismos pagos: ${count} de los últimos 500.`,
    count: (name: string) => `Contabilizar ${name}`,
    dismiss: 'Descartar',
    dismissed: (one: string, two: string) =>
      `Sugerencia descartada: ${one} y ${two} notifican pagos iguales.`,
    suggestAgain: 'Volver a sugerir',
    chosen: (name: string) =>
      `${name} es el sistema principal. Los informes se actualizan en un minuto.`,
    chosenNone: 'Vuelven a contar todos los pagos. Los informes se actualizan en un minuto.',
    undo: 'Deshacer',
  },
  add: 'Conectar un proveedor',
  provider: 'Proveedor',
  secretLater:
    'Puedes dejarlo vacío por ahora. La mayoría de los proveedores lo muestran después de añadir la URL del webhook, que viene a continuación. Hasta que lo introduzcas, se rechazan los webhooks.',
  secretChosen: 'Déjalo vacío para generar un secreto que pegarás en el proveedor.',
  apiToken: 'Token de acceso',
  apiTokenHint: 'Con el permiso view_sales. Así, cada venta se verifica antes de contar.',
  apiTokenKept:
    'Hay un token guardado que no se muestra. Deja el campo vacío para conservarlo o introduce otro.',
  removeToken: {
    remove: 'Quitar el token de acceso',
    removeHint: 'Las ventas contarán sin verificarse.',
  },
  clientId: 'ID de cliente',
  clientIdHint: 'De la app del panel de desarrolladores de PayPal a la que pertenece el webhook.',
  clientSecret: 'Secreto de cliente',
  clientSecretHint: 'Así, cada evento se verifica con la API de PayPal antes de contar.',
  removeClient: {
    remove: 'Quitar el ID y el secreto de cliente',
    removeHint: 'Los eventos se aceptarán solo por su firma.',
  },
  sellerId: 'ID del vendedor',
  sellerIdHint: 'Solo cuentan los pings de este vendedor.',
  shop: 'Tienda',
  shopHint:
    'Solo si una app atiende a varias tiendas: la tienda que debe contar, como nombre.myshopify.com.',
  testMode: 'Modo de prueba',
  testModeNeeded: (title: string) =>
    `Los webhooks de ${title} no indican si son pruebas. Actívalo para su sandbox o modo de prueba y excluir los pagos de todos los informes.`,
  testModeKnown: (title: string) =>
    `Los pagos de prueba de ${title} se reconocen automáticamente. Actívalo para excluir de todos los informes lo que se reciba aquí.`,
  unsigned: (title: string) =>
    `${title} no firma los webhooks. Quien conozca la URL puede enviar pagos: mantenla en secreto y añade un token de acceso para verificar cada venta.`,
  unsignedChecked: (title: string) =>
    `${title} no firma los webhooks, pero cada venta se verifica con tu token de acceso. Mantén la URL en secreto.`,
  connect: 'Conectar',
  connecting: 'Conectando…',
  made: (title: string) => `Configurar ${title}`,
  address: 'URL del webhook',
  secretMade: 'Secreto para pegar en el proveedor',
  secretMadeHint: 'No se vuelve a mostrar.',
  fillIn: (name: string) => `${name} del proveedor`,
  fillInSave: 'Guardar secreto',
  fillInSaved: 'Guardado. Los webhooks nuevos se verifican con él.',
  done: 'Listo',
  steps: 'Cómo configurarlo',
  idsStep:
    'Pasa al checkout los ID de las cookies tributary_visitor_id y tributary_session_id para vincular los pagos a las visitas.',
  idsCode: (title: string) => `Código y detalles de ${title}`,
  providerDocs: (title: string) => `Documentación de webhooks de ${title}`,
  health: {
    good: 'Recibiendo',
    waiting: 'Aún no se recibió nada',
    tests: 'Solo eventos de prueba',
    failing: 'Con errores',
    refused: 'Rechazando',
  },
  lastDelivery: (time: string) => `última entrega ${time}`,
  counts: {
    recorded: (count: string) => `${count} registradas`,
    ignored: (count: string) => `${count} ignoradas`,
    test: (count: string) => (count === '1' ? 'una prueba' : `${count} pruebas`),
    failed: (count: string) => `${count} fallidas`,
    erased: (count: string) => `${count} eliminadas`,
  },
  rejected: (count: number, time: string, reason: string) =>
    `${count === 1 ? 'Se rechazó una solicitud' : `Se rechazaron ${count} solicitudes`}, la última ${time}: ${reason}`,
  reasons: {
    'missing-signature': 'falta la firma. Puede que otra persona conozca la URL del webhook.',
    'wrong-signature':
      'la firma es incorrecta. Comprueba que el secreto sea el que muestra el proveedor.',
    'too-old': 'la firma es demasiado antigua. Comprueba el reloj de este servidor.',
    'ahead-of-time': 'la hora de la firma está en el futuro. Comprueba el reloj de este servidor.',
    'other-account': 'corresponde a otra tienda o vendedor.',
    'unknown-sale': 'no se encontró la venta con el token de acceso.',
    'unknown-event': 'la API de PayPal no tiene ese evento, o lo tiene con otro contenido.',
    unconfirmed:
      'no se pudo acceder a la API del proveedor o esta rechazó las credenciales. El proveedor reintentará la entrega.',
    'untrusted-certificate': 'el certificado no es de PayPal.',
  } as Record<string, string>,
  oldSecret: (time: string) => `El secreto anterior se acepta hasta ${time}.`,
  try: 'Enviar evento de prueba',
  trying: 'Enviando…',
  tried: 'Se recibió el evento de prueba. No se incluye en los informes.',
  triedBadly: 'El evento de prueba falló. Revisa los pasos de abajo.',
  stages: {
    reached: 'Recibido',
    signature: 'Firma',
    archived: 'Archivado',
    understood: 'Interpretado',
    'kept apart': 'Excluido de los informes',
  } as Record<string, string>,
  stageOk: 'Superado',
  stageBad: 'Fallido',
  deliveries: 'Entregas',
  noDeliveries: 'Aún no hay entregas. Envía un evento de prueba para probar.',
  states: {
    recorded: 'Registrada',
    ignored: 'Ignorada',
    test: 'Prueba',
    failed: 'Fallida',
  },
  attempts: (count: number) => `${count} intentos`,
  retryAt: (time: string) => `próximo intento ${time}`,
  toPayment: 'Abrir recibo',
  replay: 'Volver a procesar',
  replayOne: (type: string, time: string) => `Volver a procesar ${type} de ${time}`,
  replayAll: 'Volver a procesar todas',
  replaying: 'Procesando…',
  replayed: (counts: string) => `Procesadas de nuevo: ${counts}. Nada cuenta dos veces.`,
  nothingReplayed: 'No hay entregas que volver a procesar.',
  older: 'Mostrar entregas anteriores',
  change: 'Opciones',
  changeOf: (title: string) => `Opciones de ${title}`,
  changeTitle: (title: string) => `Opciones de ${title}`,
  changeHint: 'Se aplican a los pagos nuevos. La URL y el secreto no cambian.',
  keepDays: 'Guardar entregas (días)',
  keepDaysHint: 'Después se elimina su contenido. Los pagos registrados se conservan.',
  tolerance: 'Antigüedad máxima de las firmas (segundos)',
  toleranceHint: (usual: string) =>
    `Los webhooks más antiguos se rechazan. Déjalo vacío para usar ${usual}.`,
  rotate: 'Reemplazar secreto',
  rotateOf: (title: string) => `Reemplazar secreto de ${title}`,
  rotateTitle: (title: string) => `¿Reemplazar el secreto de ${title}?`,
  rotateHint:
    'El secreto actual puede seguir siendo válido un tiempo, para que no se pierda ningún webhook.',
  overlap: 'Aceptar el secreto actual',
  overlaps: {
    0: 'ya no',
    1: 'durante una hora',
    24: 'durante 24 horas',
    168: 'durante una semana',
  },
  rotating: 'Reemplazando…',
  rotated: 'Secreto reemplazado',
  remove: 'Quitar',
  removeOf: (title: string) => `Quitar ${title}`,
  removeTitle: (title: string) => `¿Quitar ${title}?`,
  removeHint:
    'Su URL de webhook deja de funcionar. Los pagos registrados se conservan. No se puede deshacer: al conectarlo otra vez se crea una URL nueva.',
  removing: 'Quitando…',
  account: {
    title: (provider: string) => `Cuenta de ${provider}`,
    lead: 'Conecta una cuenta con una clave para importar hasta 36 meses de pagos y recuperar, cada 15 minutos, los que no llegaron por webhook. Los pagos ya recibidos por webhook no se cuentan otra vez.',
    accounts: 'Cuentas de proveedores',
    connectOne: 'Conectar una cuenta',
    choose: 'Elige un proveedor de pago.',
    back: 'Atrás',
    connect: (provider: string) => `Conectar cuenta de ${provider}`,
    makeReadOnlyKey: (provider: string) => `Crea una clave de solo lectura en ${provider}`,
    makeKey: (provider: string) => `Crea una clave en ${provider}`,
    permit: (permissions: string) =>
      `Dale acceso de lectura a lo siguiente y a nada más: ${permissions}.`,
    paste: 'Pega la clave aquí.',
    enter: (fields: string) => `Introduce abajo: ${fields}.`,
    key: 'Clave',
    keyNames: {
      gumroad: 'Token de acceso',
      paypal: 'Secreto de cliente',
      polar: 'Token de acceso de la organización',
      shopify: 'Secreto de cliente o token de acceso',
      woocommerce: 'Secreto de cliente (consumer secret)',
    } as Record<string, string>,
    details: {
      storeUrl: 'Dirección de la tienda',
      storeId: 'ID de la tienda',
      shopDomain: 'Dominio de la tienda',
      consumerKey: 'Clave de cliente (consumer key)',
      clientId: 'ID de cliente',
    },
    optionalDetail: 'No hace falta con todos los tipos de clave.',
    keyHint:
      'Las claves con permisos de escritura se rechazan. La clave se guarda cifrada y no se vuelve a mostrar.',
    fullKeyHint: (provider: string) =>
      `${provider} no tiene claves de solo lectura. Tributary solo lee con ella. La clave se guarda cifrada y no se vuelve a mostrar.`,
    months: 'Importar los pagos de los últimos',
    spans: { 3: '3 meses', 12: '12 meses', 24: '24 meses', 36: '36 meses' },
    checking: 'Comprobando la clave…',
    states: {
      importing: 'Importando',
      good: 'Al día',
      failing: 'Reintentando',
      refused: 'Requiere atención',
    },
    progress: 'Importado hasta ahora',
    from: (time: string) => `pagos desde ${time}`,
    objects: (count: string) => `${count} objetos leídos`,
    syncedAt: (time: string) => `última sincronización ${time}`,
    reconcile: 'Comparar con los pagos registrados',
    notSynced: 'aún sin sincronizar',
    reads: 'Qué puede leer la clave',
    errors: {
      'key-refused': () =>
        'La clave ya no se acepta: se revocó o caducó. Crea una clave nueva y cámbiala aquí. La importación sigue donde se detuvo.',
      'not-permitted': (_time: string, detail: string) =>
        `La clave ya no puede leerlo todo (${detail}). Restablece los permisos de abajo o cambia la clave.`,
      'rate-limited': (time: string) =>
        `El proveedor limita las solicitudes. Próximo intento: ${time}.`,
      unavailable: (time: string) =>
        `No se pudo contactar con el proveedor. Próximo intento: ${time}.`,
      unexpected: (time: string, detail: string) =>
        `La respuesta del proveedor fue inesperada (${detail}). Próximo intento: ${time}. Actualiza Tributary si continúa.`,
    },
    skipped: (count: string, last: string) =>
      `${count === '1' ? 'No se pudo leer un objeto, que no cuenta' : `No se pudieron leer ${count} objetos, que no cuentan`}. El último: ${last}`,
    syncNow: 'Sincronizar ahora',
    changeKey: 'Cambiar clave',
    changeKeyTitle: (provider: string) => `Cambiar la clave de ${provider}`,
    changeKeyHint:
      'Usa una clave de la misma cuenta. La importación sigue donde se detuvo. Después, revoca la clave antigua en el proveedor.',
    disconnect: 'Desconectar',
    disconnectTitle: (provider: string) => `¿Desconectar ${provider}?`,
    disconnectHint:
      'La clave se elimina aquí. Los pagos importados se conservan. Revoca la clave también en el proveedor.',
    disconnecting: 'Desconectando…',
  },
  events: 'Eventos que debes seleccionar',
}
