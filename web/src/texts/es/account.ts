/** Texts of the account page, in Spanish. */
export const account = {
  title: 'Tu cuenta',
  password: 'Contraseña',
  passwordLead: 'Al cambiarla se cierra la sesión en los demás dispositivos.',
  present: 'Contraseña actual',
  next: 'Contraseña nueva',
  nextHint:
    'Al menos 8 caracteres. Varias palabras son más fáciles de recordar y más difíciles de adivinar.',
  changePassword: 'Cambiar contraseña',
  passwordChanged: 'Contraseña cambiada. Se cerró la sesión en los demás dispositivos.',
  secondFactor: 'Verificación en dos pasos',
  secondFactorLead:
    'Un código de tu teléfono además de la contraseña, para que una contraseña robada no baste.',
  factorOff: 'Desactivada. Inicias sesión solo con tu contraseña.',
  factorOn: (left: number) =>
    `Activada. ${left === 1 ? 'Queda un código' : `Quedan ${left} códigos`} de recuperación.`,
  factorNeeded:
    'Esta instalación exige un segundo factor. Añade una llave de acceso o configura la verificación en dos pasos para continuar.',
  verificationNeeded: (email: string) =>
    `Aquí se exige la verificación en dos pasos. Para confirmar que eres tú, primero enviamos un enlace a ${email}. Úsalo para elegir una contraseña nueva y vuelve a esta página.`,
  verificationSent: (email: string) =>
    `Enviamos un enlace a ${email}. Funciona una sola vez y caduca en 24 horas.`,
  setUpFactor: 'Configurar la verificación en dos pasos',
  setUpFactorHint: 'Necesitas una aplicación de autenticación o un gestor de contraseñas.',
  removeFactor: 'Desactivar la verificación en dos pasos',
  removeFactorHint:
    'Iniciarás sesión solo con tu contraseña. Tus códigos de recuperación dejarán de funcionar.',
  proceed: 'Continuar',
  scan: 'Escanea este código QR con tu aplicación de autenticación, o introduce el secreto de abajo. Después, introduce el código que muestre la aplicación.',
  qrCode: 'Código QR con el secreto',
  secret: 'Secreto',
  code: 'Código',
  turnOn: 'Activar la verificación en dos pasos',
  recoveryCodes: 'Guarda tus códigos de recuperación',
  recoveryCodesHint:
    'Usa un código de recuperación si pierdes tu aplicación de autenticación. Cada código funciona una vez. Guárdalos en un gestor de contraseñas o imprímelos: no se vuelven a mostrar.',
  codesSaved: 'Los he guardado',
  devices: 'Dispositivos con sesión iniciada',
  devicesLead:
    'Cierra la sesión en los dispositivos que no reconozcas y cambia después tu contraseña.',
  unknownDevice: 'Navegador desconocido',
  thisDevice: 'este dispositivo',
  lastSeen: (day: string) => `última actividad ${day}`,
  signedIn: (day: string) => `sesión iniciada ${day}`,
  signOut: 'Cerrar sesión',
  signOutOf: (device: string) => `Cerrar sesión en ${device}`,
  signOutOthers: 'Cerrar sesión en los demás dispositivos',
}
