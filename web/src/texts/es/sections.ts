/** The sub-pages of a site's settings, in Spanish. */
export const sections = {
  general: {
    title: 'General',
    lead: 'Nombre, dominios, zona horaria, moneda, privacidad y conservación de datos de este sitio.',
  },
  keys: {
    title: 'Claves de API',
    lead: 'Permiten que tu servidor envíe datos y lea informes. Cada clave se muestra una sola vez.',
  },
  providers: {
    title: 'Proveedores de pago',
    lead: 'Conecta un proveedor para recibir pagos por webhook. O envíalos desde tu servidor con una clave de API.',
  },
  goals: { title: 'Objetivos', lead: 'Define objetivos y elige cuáles muestra el panel.' },
  exports: {
    title: 'Exportaciones e importaciones',
    lead: 'Descarga tus datos, o importa datos de otra herramienta.',
  },
  team: { title: 'Equipo', lead: 'Quién tiene acceso a este sitio y qué puede cambiar.' },
  sharing: {
    title: 'Enlaces compartidos',
    lead: 'Comparte los informes de este sitio con personas sin cuenta, con o sin contraseña.',
  },
  audit: {
    title: 'Registro de auditoría',
    lead: 'Cambios hechos por personas, claves de API y la línea de comandos.',
  },
  danger: { title: 'Zona de peligro', lead: 'Acciones que no se pueden deshacer.' },
  alerts: {
    title: 'Informes y alertas',
    lead: 'Informes por correo y alertas de este sitio.',
  },
}
