/** Texts of the tour of a site, in English. */
export const tour = {
  name: 'Tour',
  offer: 'New here?',
  offerHint: 'Five stops show what Tributary is for. It takes two minutes.',
  start: 'Start tour',
  decline: 'No thanks',
  progress: (stop: string, stops: string) => `${stop} of ${stops}`,
  next: 'Next',
  back: 'Back',
  end: 'End tour',
  done: 'Finish',
  stops: {
    pays: {
      title: 'What pays',
      text: 'Revenue comes first: what brought it, and how it changed. Click a source to filter the whole page by it.',
    },
    receipts: {
      title: 'Every payment has a receipt',
      text: 'Open a payment to see the visits before it, how it was linked, and what it is credited to.',
    },
    models: {
      title: 'Compare attribution models',
      text: 'First click, last click, Markov: see how each model splits the same revenue.',
    },
    spend: {
      title: 'What your ads return',
      text: 'Cost and revenue by campaign: see which ones pay off and which lose money.',
    },
    live: {
      title: 'Who is here now',
      text: 'Visits and payments appear on the map as they come. TV mode puts this on a wall.',
    },
  },
}
