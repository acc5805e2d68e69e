/** The ways to sign in, and the people who do, in Spanish. */
export const signIn = {
  or: 'o',
  passkey: 'Entrar con una llave de acceso',
  provider: (name: string) => `Entrar con ${name}`,
  onlyProvider: (name: string) => `A esta instalación se entra con ${name}.`,
  refusals: {
    cancelled: 'Cancelaste el inicio de sesión.',
    expired: 'Tardó demasiado o empezó en otro navegador. Inténtalo de nuevo.',
    unknown:
      'Nadie tiene aquí tu dirección de correo. Pide a un propietario de esta instalación que te invite.',
    unverified:
      'El proveedor no dice que tu correo esté verificado. Verifícalo allí, o entra de otra forma y conecta el proveedor en la página de tu cuenta.',
    domain: 'El dominio de tu correo no puede iniciar sesión aquí.',
    disabled: 'Tu cuenta está desactivada. Habla con un propietario de esta instalación.',
    taken:
      'Esta cuenta está conectada a otra persona en el proveedor. Entra de otra forma o habla con un propietario de esta instalación.',
    failed: 'No se pudo confiar en la respuesta del proveedor. Su registro y el nuestro dicen más.',
  },
}

export const passkeys = {
  title: 'Llaves de acceso',
  lead: 'Entra con tu dedo, tu cara o el código del dispositivo. Una llave es contraseña y segundo factor a la vez.',
  none: 'Aún no tienes ninguna llave de acceso.',
  elsewhere: (origin: string) =>
    `Las llaves de acceso solo funcionan en ${origin}. Abre esta página allí.`,
  impossible:
    'Las llaves de acceso necesitan https y un nombre de servidor. Quien administra el servidor puede definir PUBLIC_URL.',
  unsupported: 'Este navegador no conoce las llaves de acceso.',
  cancelled: 'No se usó ninguna llave. Inténtalo de nuevo cuando quieras.',
  made: (day: string) => `añadida ${day}`,
  used: (day: string) => `último uso ${day}`,
  neverUsed: 'sin usar',
  add: 'Añadir una llave de acceso',
  addHint: 'Tu navegador pregunta dónde guardarla. Dale un nombre con el que la reconozcas.',
  name: 'Nombre',
  namePlaceholder: 'Portátil',
  rename: 'Renombrar',
  renameOf: (name: string) => `Renombrar ${name}`,
  remove: 'Quitar',
  removeOf: (name: string) => `Quitar ${name}`,
  removeTitle: (name: string) => `¿Quitar ${name}?`,
  removeHint:
    'Ya no servirá para entrar. Tu dispositivo puede seguir ofreciéndola hasta que la borres también allí.',
}

export const provider = {
  lead: (name: string) => `Entra con tu cuenta de ${name}.`,
  linked: 'Conectada.',
  notLinked: 'Sin conectar.',
  link: (name: string) => `Conectar ${name}`,
  unlink: (name: string) => `Desconectar ${name}`,
  linkHint: 'Vas allí, inicias sesión y vuelves.',
  unlinkHint: 'Ya no servirá para entrar hasta que la conectes de nuevo.',
}

export const own = {
  emailTitle: 'Dirección de correo',
  emailLead: 'Con ella inicias sesión. Las invitaciones a la anterior se quedan con ella.',
  email: 'Nueva dirección de correo',
  changeEmail: 'Cambiar dirección',
  emailChanged: 'Cambiada.',
  emailLeadMailed:
    'Enviamos un enlace allí. La nueva dirección cuenta en cuanto lo abras en este navegador.',
  emailMailed: (email: string) =>
    `Se envió un enlace a ${email}. Ábrelo antes de un día en un navegador con tu sesión iniciada; hasta entonces la dirección sigue como está.`,
  emailProved: 'Comprobada. Desde ahora inicias sesión con esta dirección.',
  emailUnproved:
    'Esta dirección no está verificada. Vuelve a escribirla para recibir un enlace de verificación.',
  emailUnprovable: (provider: string) =>
    `Esta dirección no está verificada. Conecta ${provider} para verificarla.`,
  deleteTitle: 'Eliminar la cuenta',
  deleteLead:
    'Para siempre. Los sitios y lo que hiciste en ellos quedan; el registro conserva tu dirección.',
  deleteAccount: 'Eliminar mi cuenta',
  deleteHint: 'Se cierra tu sesión en todas partes y no podrás volver a entrar.',
}

export const people = {
  title: 'Personas',
  lead: 'Todas las que pueden entrar en esta instalación. Se invita en la página de equipo de un sitio.',
  you: 'tú',
  roles: { owner: 'Propietario de la instalación', member: 'Miembro' },
  sites: (count: number) => (count === 1 ? '1 sitio' : `${count} sitios`),
  seen: (day: string) => `última visita ${day}`,
  never: 'nunca ha entrado',
  safe: 'segundo factor activo',
  passkeys: (count: number) => (count === 1 ? '1 llave' : `${count} llaves`),
  unsafe: 'solo contraseña',
  disabled: 'desactivada',
  actions: (email: string) => `Acciones para ${email}`,
  resetLink: 'Enlace a otra contraseña',
  resetHint: (email: string) =>
    `Quien tenga el enlace puede elegir otra contraseña para ${email}, una vez y durante un día. Los segundos factores quedan.`,
  makeLink: 'Crear el enlace',
  linkTitle: 'Entrégalo',
  linkHint: (email: string) => `Dáselo tú a ${email} y a nadie más. No se vuelve a mostrar.`,
  done: 'Hecho',
  signOut: 'Cerrar todas sus sesiones',
  signOutHint: (email: string) => `${email} tendrá que entrar de nuevo en cada navegador.`,
  disable: 'Desactivar',
  disableHint: (email: string) =>
    `La sesión de ${email} se cierra al momento y no podrá entrar hasta que actives la cuenta.`,
  enable: 'Activar',
  enableHint: (email: string) => `${email} podrá entrar de nuevo como antes.`,
}

export const duty = {
  title: 'Un segundo factor para todos',
  lead: 'Quien entre solo con contraseña podrá únicamente configurar el inicio de sesión en dos pasos o una llave de acceso. No afecta a los programas con claves de API, los enlaces compartidos ni los proveedores de inicio de sesión.',
  on: 'Activado. Con solo una contraseña nadie pasa de la página de la cuenta.',
  off: 'Desactivado. Cada persona decide.',
  turnOn: 'Exigir un segundo factor',
  turnOff: 'Dejar de exigirlo',
  turnOnHint: (count: number) =>
    `${count === 1 ? 'Una persona tiene' : `${count} personas tienen`} solo una contraseña. En cuanto hagan algo se les pedirá que configuren otra cosa.`,
  turnOffHint: 'Quien lo tiene lo conserva, pero puede desactivarlo.',
}

export const forgotten = {
  title: '¿Olvidaste la contraseña?',
  byHand:
    'Un propietario de esta instalación puede darte un enlace para elegir otra en «Personas». Quien lleva el servidor crea uno con esta orden:',
  address: 'Dirección de tu cuenta',
  addressHint: 'Allí llegará un enlace para elegir otra contraseña. Sirve una vez, durante un día.',
  ask: 'Enviar el enlace',
  asked: 'Si hay una cuenta con esta dirección, un enlace va de camino.',
}

export const reset = {
  title: 'Elige otra contraseña',
  lead: (email: string) => `Para ${email}. Se cierran tus demás sesiones.`,
  password: 'Nueva contraseña',
  submit: 'Guardar y entrar',
  busy: 'Guardando …',
  closed: 'Este enlace ha caducado o ya se ha usado',
  broken: 'El enlace no está completo',
  brokenHint: 'Cópialo entero, hasta el último carácter, e inténtalo de nuevo.',
}

export const stepUp = {
  title: 'Confirma que eres tú',
  lead: 'Iniciaste sesión hace más de diez minutos. Confírmalo antes de hacer este cambio.',
  confirm: 'Confirmar',
  passkey: 'Usar una llave de acceso',
  code: 'Código de autenticación',
  codeHint: 'De tu aplicación de autenticación, o un código de recuperación.',
}
