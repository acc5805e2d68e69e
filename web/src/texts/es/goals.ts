/** Texts of the goals in a site's settings, in Spanish. */
export const goals = {
  empty:
    'Aún no hay objetivos. No hace falta configurarlos: envía uno como se muestra abajo y aparecerá aquí en unos segundos.',
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
  renameOf: (goal: string) => `Cambiar el nombre de ${goal}`,
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
