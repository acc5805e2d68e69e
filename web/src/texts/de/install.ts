import type { install as english } from '../en/install.ts'
import type { Translated } from '../translation.ts'

/** The words of the first run, in German. */
export const install: Translated<typeof english> = {
  title: 'Skript einbauen',
  lead: (site: string) => `Setze diese eine Zeile in den <head> von ${site}.`,
  where: 'Wohin die Zeile gehört',
  platforms: {
    html: {
      name: 'HTML',
      text: 'In den <head> jeder Seite, oder der Vorlage, die alle Seiten teilen.',
    },
    next: { name: 'Next.js', text: 'In app/layout.tsx, innerhalb von <body>.' },
    react: {
      name: 'React',
      text: 'Die Zeile gehört in den <head> von index.html. Wechsel der Route werden von selbst bemerkt.',
    },
    vue: {
      name: 'Vue',
      text: 'Die Zeile gehört in den <head> von index.html; bei Nuxt in nuxt.config.ts:',
    },
    wordpress: {
      name: 'WordPress',
      text: 'Mit einem Plugin wie WPCode in den Kopf, oder in functions.php des Child-Themes:',
    },
    shopify: {
      name: 'Shopify',
      text: 'Onlineshop → Themes → Code bearbeiten → theme.liquid: vor </head> einfügen.',
    },
    webflow: {
      name: 'Webflow',
      text: 'Site settings → Custom code → Head code: einfügen, sichern, veröffentlichen.',
    },
    framer: {
      name: 'Framer',
      text: 'Site settings → General → Custom code → Start of <head>: einfügen und veröffentlichen.',
    },
    tagManager: {
      name: 'Tag-Manager',
      text: 'Ein Tag der Art „Custom HTML“ auf allen Seiten. Tag-Manager entfernen unbekannte Attribute, darum diese Form:',
    },
  },
  waiting: 'Warten auf den ersten Besuch',
  waitingHint: (domain: string) =>
    `Öffne ${domain} in einem anderen Tab. Diese Seite bemerkt es von selbst.`,
  arrived: 'Der erste Besuch ist da',
  arrivedHint: 'Alles läuft. Verbinde jetzt Zahlungen, um zu sehen, was sich auszahlt.',
  arrivedFrom: (page: string, source: string) => `Auf ${page}, von ${source}.`,
  direct: 'einem direkten Besuch',
  open: 'Übersicht öffnen',
  notYet: 'Die Übersicht trotzdem ansehen',
  trouble: 'Kein Besuch zu sehen?',
  troubleList: [
    'Die Domain der Seite muss in den Einstellungen der Website stehen.',
    'Inhaltsblocker und „Do Not Track“ können das Skript zurückhalten: Versuche ein privates Fenster.',
    'Bots und ferngesteuerte Browser werden mit Absicht weggelassen.',
  ],
  troubleMore: 'Weitere Ursachen und was du tun kannst',
  payments: 'Zahlungen verbinden',
  paymentsLead:
    'Hat ein Kunde bezahlt, meldet es dein Server mit einem API-Schlüssel. Die Kennung des Besuchers steht im Cookie tributary_visitor_id; mit ihr wird die Zahlung dem gutgeschrieben, was den Besucher brachte.',
  makeKey: 'API-Schlüssel anlegen',
  paymentWaiting: 'Warten auf die erste Zahlung',
  paymentArrived: 'Die erste Zahlung ist da',
  testTitle: 'Mit einer Testzahlung beweisen',
  testLead:
    'Sende von hier eine Testzahlung. Führe die Zeile unten in der Konsole deiner Website aus, im Tab des ersten Besuchs, und füge ein, was sie ausgibt.',
  visitorId: 'Kennung des Besuchers',
  visitorIdHint:
    'Ohne sie kann nur die Zeit zuordnen, und das unterbleibt, wenn es nicht sicher ist.',
  test: (amount: string) => `Testzahlung über ${amount} senden`,
  testing: 'Wird gesendet …',
  testKeyName: 'Testzahlung',
  linkedSomewhere: 'Sie ist dem Besucher zugeordnet.',
  notLinked:
    'Sie ist angekommen, aber kein Besucher fand sich dazu. Füge seine Kennung ein und sende noch eine.',
  receipt: 'Ihren Beleg ansehen',
  takeBack: 'Zurücknehmen',
  takenBack: 'Ganz erstattet: Sie zählt nicht mehr zum Umsatz. Der Testschlüssel ist widerrufen.',
}
