import type { tour as english } from '../en/tour.ts'
import type { Translated } from '../translation.ts'

/** Texts of the tour of a site, in German. */
export const tour: Translated<typeof english> = {
  name: 'Tour',
  offer: 'Neu hier?',
  offerHint: 'Fünf Stationen zeigen, wofür Tributary da ist. Das dauert zwei Minuten.',
  start: 'Tour starten',
  decline: 'Nein, danke',
  progress: (stop, stops) => `${stop} von ${stops}`,
  next: 'Weiter',
  back: 'Zurück',
  end: 'Tour beenden',
  done: 'Fertig',
  stops: {
    pays: {
      title: 'Was sich auszahlt',
      text: 'Zuerst kommt der Umsatz: was ihn gebracht hat und wie er sich verändert. Ein Klick auf eine Quelle filtert die ganze Seite.',
    },
    receipts: {
      title: 'Jede Zahlung hat einen Beleg',
      text: 'Öffne eine Zahlung, um die Besuche davor zu sehen, wie sie zugeordnet wurde und wem sie angerechnet wird.',
    },
    models: {
      title: 'Attributionsmodelle vergleichen',
      text: 'Erster Klick, letzter Klick, Markov: So teilt jedes Modell denselben Umsatz auf.',
    },
    spend: {
      title: 'Was deine Anzeigen einbringen',
      text: 'Kosten und Umsatz je Kampagne: Sieh, welche sich lohnt und welche Verlust macht.',
    },
    live: {
      title: 'Wer gerade da ist',
      text: 'Besuche und Zahlungen erscheinen auf der Karte, sobald sie eintreffen. Der TV-Modus bringt das an die Wand.',
    },
  },
}
