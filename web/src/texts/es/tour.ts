import type { tour as english } from '../en/tour.ts'
import type { Translated } from '../translation.ts'

/** Texts of the tour of a site, in Spanish. */
export const tour: Translated<typeof english> = {
  name: 'Visita guiada',
  offer: '¿Es tu primera vez?',
  offerHint: 'Cinco paradas muestran para qué sirve Tributary. Son dos minutos.',
  start: 'Empezar la visita',
  decline: 'No, gracias',
  progress: (stop, stops) => `${stop} de ${stops}`,
  next: 'Siguiente',
  back: 'Atrás',
  end: 'Terminar la visita',
  done: 'Listo',
  stops: {
    pays: {
      title: 'Lo que da ingresos',
      text: 'Primero, los ingresos: de dónde vienen y cómo cambian. Haz clic en una fuente para filtrar toda la página.',
    },
    receipts: {
      title: 'Cada pago tiene su recibo',
      text: 'Abre un pago para ver las visitas anteriores, cómo se vinculó y a qué se atribuye.',
    },
    models: {
      title: 'Compara modelos de atribución',
      text: 'Primer clic, último clic, Markov: mira cómo reparte cada modelo los mismos ingresos.',
    },
    spend: {
      title: 'Lo que rinden tus anuncios',
      text: 'Coste e ingresos por campaña: mira cuáles rinden y cuáles pierden dinero.',
    },
    live: {
      title: 'Quién está ahora',
      text: 'Las visitas y los pagos aparecen en el mapa según llegan. El modo TV lo lleva a la pared.',
    },
  },
}
