/** What the page of a person's own account says, in Spanish. */
export const account = {
  title: 'Tu cuenta',
  password: 'Contraseña',
  passwordLead: 'Al cambiarla se cierra la sesión en todos los demás sitios.',
  present: 'Contraseña actual',
  next: 'Contraseña nueva',
  nextHint:
    'Al menos 8 caracteres. Varias palabras son más fáciles de recordar y más difíciles de adivinar.',
  changePassword: 'Cambiar la contraseña',
  passwordChanged: 'Cambiada. Los demás dispositivos están fuera.',
  secondFactor: 'Inicio de sesión en dos pasos',
  secondFactorLead:
    'Un código de tu teléfono junto a la contraseña, para que la contraseña sola no abra nada.',
  factorOff: 'Desactivado. Basta tu contraseña para iniciar sesión.',
  factorOn: (left: number) =>
    `Activado. ${left === 1 ? 'Queda un código' : `Quedan ${left} códigos`} de recuperación.`,
  factorNeeded:
    'Aquí todos necesitan un segundo factor. Añade una llave de acceso o configura el inicio de sesión en dos pasos y se abrirá todo lo demás.',
  proofNeeded: (email: string) =>
    `Aquí todos necesitan un segundo factor. Para que nadie más que tú lo configure, primero se envía un enlace a ${email}: lleva a una contraseña nueva y de vuelta aquí.`,
  proofAsked: (email: string) =>
    `El enlace va de camino a ${email}. Sirve una sola vez, durante un día.`,
  setUpFactor: 'Configurar el inicio en dos pasos',
  setUpFactorHint: 'Necesitas una app de autenticación, como la de tu gestor de contraseñas.',
  removeFactor: 'Desactivar el inicio en dos pasos',
  removeFactorHint:
    'Después bastará tu contraseña para iniciar sesión. Los códigos de recuperación terminan también.',
  goOn: 'Continuar',
  scan: 'Escanéalo con tu autenticador, o escribe el secreto de abajo. Después introduce el código que muestre.',
  qrCode: 'Código QR con el secreto',
  secret: 'Secreto',
  code: 'Código',
  turnOn: 'Activar',
  recoveryCodes: 'Guarda estos códigos',
  recoveryCodesHint:
    'Cada uno te deja entrar una vez si pierdes tu autenticador. No se muestran otra vez; un gestor de contraseñas o un papel en un cajón es un buen lugar.',
  putAway: 'Los he guardado',
  devices: 'Dispositivos con sesión',
  devicesLead: 'Cierra los que no reconozcas y cambia después tu contraseña.',
  unknownDevice: 'Navegador desconocido',
  thisDevice: 'este dispositivo',
  lastSeen: (day: string) => `visto por última vez ${day}`,
  signedIn: (day: string) => `sesión iniciada ${day}`,
  signOut: 'Cerrar sesión',
  signOutDevice: (device: string) => `Cerrar la sesión de ${device}`,
  signOutOthers: 'Cerrar la sesión en los demás dispositivos',
}
