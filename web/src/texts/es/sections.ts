/** How the sub-pages of a site's settings are called in Spanish. */
export const sections = {
  general: { title: 'General', lead: 'Cómo se cuenta y se muestra este sitio.' },
  keys: {
    title: 'Claves de API',
    lead: 'La contraseña de tu servidor para este sitio. Una clave se muestra una sola vez: al crearla.',
  },
  providers: {
    title: 'Proveedores de pago',
    lead: 'Tu proveedor de pagos envía los pagos por webhook. Sin uno, tu servidor puede enviarlos con una clave de API.',
  },
  goals: {
    title: 'Objetivos',
    lead: 'Lo que hacen los visitantes y que importa: qué objetivos llegaron y cuáles muestra la página.',
  },
  exports: {
    title: 'Exportar e importar',
    lead: 'Llévatelo todo y trae lo que contaron otras herramientas.',
  },
  team: { title: 'Equipo', lead: 'Quién puede ver este sitio y quién puede cambiar algo.' },
  sharing: {
    title: 'Enlaces compartidos',
    lead: 'Cifras de este sitio para quien no tiene cuenta: para todos o con contraseña.',
  },
  audit: {
    title: 'Registro',
    lead: 'Qué cambiaron las personas, las claves y las órdenes.',
  },
  danger: {
    title: 'Zona de peligro',
    lead: 'Lo que no se puede deshacer.',
  },
  alerts: {
    title: 'Informes y avisos',
    lead: 'Correos y avisos sobre este sitio, y quién los recibe.',
  },
}
