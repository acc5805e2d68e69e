/** Texts of sign-in, passkeys and people, in Spanish. */
export const signIn = {
  or: 'o',
  passkey: 'Iniciar sesión con una llave de acceso',
  provider: (name: string) => `Iniciar sesión con ${name}`,
  onlyProvider: (name: string) => `Inicia sesión en esta instalación con ${name}.`,
  refusals: {
    cancelled: 'Se canceló el inicio de sesión.',
    expired: 'El inicio de sesión caducó o empezó en otro navegador. Vuelve a intentarlo.',
    unknown:
      'No hay ninguna cuenta con tu correo. Pide a un propietario de esta instalación que te invite.',
    unverified:
      'Tu correo no está verificado en el proveedor. Verifícalo allí, o inicia sesión de otra forma y conecta el proveedor en la página de tu cuenta.',
    domain: 'El dominio de tu correo no puede iniciar sesión aquí.',
    disabled:
      'Tu cuenta está desactivada. Pide a un propietario de esta instalación que la active.',
    taken:
      'Esta cuenta está conectada a otra cuenta del proveedor. Inicia sesión de otra forma o consulta a un propietario de esta instalación.',
    failed:
      'No se pudo verificar la respuesta del proveedor. Revisa el registro del proveedor y el del servidor.',
  },
}

export const passkeys = {
  title: 'Llaves de acceso',
  lead: 'Inicia sesión con tu huella, tu cara o el PIN del dispositivo. Una llave de acceso sustituye a la contraseña y al segundo factor.',
  none: 'Aún no tienes llaves de acceso.',
  elsewhere: (origin: string) =>
    `Las llaves de acceso solo funcionan en ${origin}. Abre esta página allí.`,
  impossible:
    'Las llaves de acceso necesitan HTTPS y un nombre de host. Pide a quien administra este servidor que defina PUBLIC_URL.',
  unsupported: 'Este navegador no admite llaves de acceso.',
  cancelled: 'No se usó ninguna llave de acceso. Vuelve a intentarlo.',
  made: (day: string) => `añadida ${day}`,
  used: (day: string) => `último uso ${day}`,
  neverUsed: 'sin usar',
  add: 'Añadir llave de acceso',
  addHint: 'Introduce un nombre para reconocerla. Después, el navegador pregunta dónde guardarla.',
  name: 'Nombre',
  namePlaceholder: 'Portátil',
  rename: 'Cambiar nombre',
  renameOf: (name: string) => `Cambiar nombre de ${name}`,
  remove: 'Quitar',
  removeOf: (name: string) => `Quitar ${name}`,
  removeTitle: (name: string) => `¿Quitar ${name}?`,
  removeHint:
    'Ya no podrás iniciar sesión con ella. Puede que tu dispositivo la siga sugiriendo hasta que la elimines también allí.',
}

export const provider = {
  lead: (name: string) => `Inicia sesión con tu cuenta de ${name}.`,
  linked: 'Conectado.',
  notLinked: 'Sin conectar.',
  link: (name: string) => `Conectar ${name}`,
  unlink: (name: string) => `Desconectar ${name}`,
  linkHint: 'Inicias sesión en el proveedor y vuelves a esta página.',
  unlinkHint: 'No podrás iniciar sesión con él hasta que lo conectes de nuevo.',
}

export const own = {
  emailTitle: 'Correo electrónico',
  emailLead:
    'Inicias sesión con este correo. Las invitaciones enviadas a tu correo anterior no se trasladan.',
  email: 'Correo nuevo',
  changeEmail: 'Cambiar correo',
  emailChanged: 'Correo cambiado.',
  emailLeadMailed:
    'Enviamos un enlace al correo nuevo. Ábrelo en este navegador para confirmar el cambio.',
  emailMailed: (email: string) =>
    `Enviamos un enlace a ${email}. Ábrelo en un plazo de 24 horas en un navegador con la sesión iniciada. Hasta entonces, tu correo no cambia.`,
  emailVerified: 'Correo verificado. Ahora inicias sesión con él.',
  emailUnverified:
    'Este correo no está verificado. Vuelve a introducirlo para recibir un enlace de verificación.',
  emailUnverifiable: (provider: string) =>
    `Este correo no está verificado. Conecta ${provider} para verificarlo.`,
  deleteTitle: 'Eliminar cuenta',
  deleteLead:
    'No se puede deshacer. Los sitios y tus cambios se conservan, y el registro de auditoría conserva tu correo.',
  deleteAccount: 'Eliminar mi cuenta',
  deleteHint: 'Se cierra tu sesión en todas partes y no podrás volver a iniciarla.',
}

export const people = {
  title: 'Personas',
  lead: 'Todas las personas que pueden iniciar sesión en esta instalación. Para invitar a alguien, abre la página de equipo de un sitio.',
  you: 'tú',
  roles: { owner: 'Propietario de la instalación', member: 'Miembro' },
  sites: (count: number) => (count === 1 ? '1 sitio' : `${count} sitios`),
  seen: (day: string) => `última actividad ${day}`,
  never: 'nunca inició sesión',
  safe: 'verificación en dos pasos activada',
  passkeys: (count: number) => (count === 1 ? '1 llave de acceso' : `${count} llaves de acceso`),
  unsafe: 'solo contraseña',
  disabled: 'desactivada',
  actions: (email: string) => `Acciones para ${email}`,
  resetLink: 'Crear enlace para restablecer la contraseña',
  resetHint: (email: string) =>
    `Cualquiera que tenga este enlace puede elegir una contraseña nueva para ${email}, una sola vez y en 24 horas. Los segundos factores se conservan.`,
  makeLink: 'Crear enlace',
  linkTitle: 'Enlace para restablecer la contraseña',
  linkHint: (email: string) => `Envíalo solo a ${email}. No se vuelve a mostrar.`,
  done: 'Listo',
  signOut: 'Cerrar todas las sesiones',
  signOutHint: (email: string) => `${email} tendrá que volver a iniciar sesión en cada navegador.`,
  disable: 'Desactivar cuenta',
  disableHint: (email: string) =>
    `Se cierran de inmediato las sesiones de ${email}, que no podrá iniciar sesión hasta que actives la cuenta de nuevo.`,
  enable: 'Activar cuenta',
  enableHint: (email: string) => `${email} puede volver a iniciar sesión.`,
}

export const duty = {
  title: 'Segundo factor obligatorio',
  lead: 'Exige una llave de acceso o la verificación en dos pasos en todas las cuentas. No afecta a las claves de API, los enlaces compartidos ni los proveedores de acceso.',
  on: 'Activado. Solo con la contraseña, únicamente se puede abrir la página de la cuenta.',
  off: 'Desactivado. Cada persona decide.',
  turnOn: 'Exigir segundo factor',
  turnOff: 'Dejar de exigir segundo factor',
  turnOnHint: (count: number) =>
    count === 1
      ? 'Una persona solo tiene contraseña. Debe configurar un segundo factor antes de continuar.'
      : `${count} personas solo tienen contraseña. Deben configurar un segundo factor antes de continuar.`,
  turnOffHint:
    'Los segundos factores existentes siguen activos, pero cada persona puede desactivarlos.',
}

export const forgotten = {
  title: '¿Olvidaste tu contraseña?',
  byHand:
    'Pide un enlace para restablecerla a un propietario de esta instalación, o a quien administra el servidor que ejecute este comando:',
  address: 'Tu correo electrónico',
  addressHint:
    'Te enviamos un enlace para elegir una contraseña nueva. Funciona una sola vez y caduca en 24 horas.',
  ask: 'Enviar enlace',
  asked:
    'Si existe una cuenta con este correo, le enviamos un enlace. Revisa tu bandeja de entrada.',
}

export const reset = {
  title: 'Elegir una contraseña nueva',
  lead: (email: string) => `Para ${email}. Se cierra la sesión en los demás dispositivos.`,
  password: 'Contraseña nueva',
  submit: 'Guardar contraseña e iniciar sesión',
  busy: 'Guardando…',
  closed: 'Este enlace caducó o ya se usó',
  broken: 'El enlace está incompleto',
  brokenHint: 'Copia el enlace entero y vuelve a intentarlo.',
}

export const stepUp = {
  title: 'Confirma tu identidad',
  lead: 'Iniciaste sesión hace más de diez minutos. Confirma tu identidad para hacer este cambio.',
  confirm: 'Confirmar',
  passkey: 'Usar una llave de acceso',
  code: 'Código de verificación',
  codeHint: 'De tu aplicación de autenticación, o un código de recuperación.',
}
