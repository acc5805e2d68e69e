/** Texts of the goals in a site's settings, in Spanish. */
export const goals = {
  empty:
    'Aún no se ha alcanzado ningún objetivo. Añade uno arriba o envía uno como se muestra abajo; aparecerá aquí en unos segundos.',
  rules: {
    title: 'Objetivos sin código',
    lead: 'Define un objetivo mediante una página, un enlace, una descarga, un formulario o un elemento. Las páginas, los enlaces y las descargas también cuentan para el pasado.',
    add: 'Añadir objetivo',
    adding: 'Añadiendo…',
    name: 'Nombre',
    nameHint: 'Los objetivos con el mismo nombre se cuentan como uno.',
    nameExample: 'Pedido completado',
    when: 'Cuenta cuando',
    kinds: {
      page: 'Se visita una página',
      link: 'Se hace clic en un enlace externo',
      download: 'Se descarga un archivo',
      form: 'Se envía un formulario',
      selector: 'Se hace clic en un elemento',
    },
    short: {
      page: 'Página vista',
      link: 'Enlace externo',
      download: 'Descarga',
      form: 'Envío de formulario',
      selector: 'Clic en elemento',
    },
    patterns: {
      page: {
        label: 'Página',
        hint: 'Una ruta. * equivale a cualquier texto: /gracias/*',
        example: '/gracias',
      },
      link: {
        label: 'Enlace',
        hint: 'Un host o una dirección. * equivale a cualquier texto: calendly.com/equipo/*',
        example: 'calendly.com',
      },
      download: {
        label: 'Archivo',
        hint: 'Un nombre de archivo o una dirección. * equivale a cualquier texto: *.pdf',
        example: 'guia.pdf',
      },
      form: {
        label: 'ID del formulario',
        hint: 'El atributo id del formulario. Si no tiene, elige «Se hace clic en un elemento».',
        example: 'boletin',
      },
      selector: {
        label: 'Selector CSS',
        hint: 'Cuenta los clics en los elementos que coinciden. Un formulario que coincide cuenta cuando se envía.',
        example: '#comprar, .anadir-al-carrito',
      },
    },
    seen: (addresses: string, times: string) =>
      `En los últimos 30 días: ${addresses} ${addresses === '1' ? 'dirección coincide' : 'direcciones coinciden'}, ${times === '1' ? 'una vez' : `${times} veces`}`,
    pickOn: 'Página donde elegir',
    pickHint: 'Se abre en una pestaña nueva. Tu visita no se cuenta.',
    pick: 'Elegir elemento',
    picking: {
      opening: 'Esperando a la página…',
      ready: 'Haz clic en el elemento en la otra pestaña y luego en «Usar este elemento».',
      silent:
        'La página no ha respondido. Comprueba que tiene el script de seguimiento y que su Content-Security-Policy permite scripts de este servidor. Si has excluido este navegador del recuento:',
      blocked:
        'Tu navegador ha bloqueado la pestaña nueva. Permite las ventanas emergentes para esta página e inténtalo de nuevo.',
    },
    openCounted: 'Abrir de todos modos',
    matched: (count: number) =>
      count === 1
        ? 'Coincide 1 elemento de esa página.'
        : `Coinciden ${count} elementos de esa página.`,
    noSelector: 'No es un selector CSS válido.',
    filling: 'Contando el pasado…',
    reached: (times: string, visitors: string) =>
      `${times === '1' ? 'Una vez' : `${times} veces`} por ${visitors === '1' ? 'un visitante' : `${visitors} visitantes`} en los últimos 30 días`,
    last: (moment: string) => `última vez: ${moment}`,
    never: 'Sin coincidencias todavía',
    edit: 'Editar',
    editOf: (goal: string) => `Editar ${goal}`,
    editTitle: (goal: string) => `Editar «${goal}»`,
    save: 'Guardar',
    saving: 'Guardando…',
    consequences: {
      'found-found': () =>
        'El pasado se vuelve a contar: todos los informes mostrarán lo que coincide con la nueva definición.',
      'found-sent': () =>
        'Lo que contó la definición anterior se elimina de todos los informes. La nueva cuenta desde ahora.',
      'sent-found': (goal: string) =>
        `El pasado se cuenta según la nueva definición. Lo que las páginas han enviado hasta ahora se conserva en «${goal}».`,
      'sent-sent': (goal: string) =>
        `La nueva definición cuenta desde ahora. Lo contado hasta ahora se conserva en «${goal}».`,
      renamed: (goal: string) =>
        `Los embudos y vistas guardados y los enlaces compartidos adoptan el nuevo nombre, salvo que otra definición siga contando «${goal}».`,
    },
    remove: 'Eliminar',
    removing: 'Eliminando…',
    removeOf: (goal: string) => `Eliminar ${goal}`,
    removeTitle: (goal: string) => `¿Eliminar «${goal}»?`,
    removeAll: 'Lo que contó esta definición desaparece de todos los informes.',
    removeKept: 'Deja de contar. Lo contado hasta ahora permanece en los informes.',
  },
  lists: {
    pinned: {
      title: 'Fijados',
      lead: 'Se muestran primero en el panel de objetivos, en este orden, incluso con cero. Los tres primeros se marcan en el gráfico.',
    },
    listed: {
      title: 'En la lista',
      lead: 'Se muestran debajo de los fijados, ordenados por visitantes.',
    },
    hidden: {
      title: 'Ocultos',
      lead: 'No se muestran en el panel de objetivos ni en los enlaces compartidos. Se siguen contando y están disponibles en filtros, embudos y la API.',
    },
  },
  reached: (times: string, visitors: string) =>
    `${times === '1' ? 'Una vez' : `${times} veces`} por ${visitors === '1' ? 'un visitante' : `${visitors} visitantes`} en los últimos 30 días`,
  notRecently: 'No alcanzado en los últimos 30 días',
  notSeen: 'No alcanzado en el último año',
  worth: (sum: string) => `valor total ${sum}`,
  said: (properties: string) => `con ${properties}`,
  lastSeen: (day: string) => `última vez el ${day}`,
  onChart: 'En el gráfico',
  pin: 'Fijar',
  pinOf: (goal: string) => `Fijar ${goal}`,
  unpin: 'Dejar de fijar',
  unpinOf: (goal: string) => `Dejar de fijar ${goal}`,
  hide: 'Ocultar',
  hideOf: (goal: string) => `Ocultar ${goal}`,
  show: 'Mostrar',
  showOf: (goal: string) => `Volver a mostrar ${goal}`,
  up: (goal: string) => `Subir ${goal}`,
  down: (goal: string) => `Bajar ${goal}`,
  rename: 'Cambiar nombre',
  renameOf: (goal: string) => `Cambiar nombre de ${goal}`,
  renameTitle: (goal: string) => `Cambiar el nombre de «${goal}»`,
  name: 'Nombre visible',
  nameHint:
    'Se usa en el panel. Los enlaces, las exportaciones y la API usan el nombre enviado. Déjalo vacío para mostrar ese nombre.',
  send: 'Enviar un objetivo',
  sendLead: 'Usa cualquier nombre. El valor y las propiedades son opcionales.',
  fromPage: 'Con un atributo HTML: cuenta clics o envíos de un formulario.',
  fromScript: 'Con JavaScript en tu página.',
  fromServer: 'Desde tu servidor, con una clave de API.',
  toKeys: 'Crear clave de API',
}
