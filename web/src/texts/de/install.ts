import type { install as english } from '../en/install.ts'
import type { Translated } from '../translation.ts'

/** Texts of the install page, in German. */
export const install: Translated<typeof english> = {
  title: 'Skript einbinden',
  lead: (site: string) => `Füge diese Zeile in den <head> von ${site} ein.`,
  where: 'Anleitungen nach Plattform',
  platforms: {
    html: {
      name: 'HTML',
      text: 'Füge die Zeile in den <head> jeder Seite ein, oder in die gemeinsame Vorlage aller Seiten.',
    },
    next: { name: 'Next.js', text: 'Füge sie in app/layout.tsx innerhalb von <body> ein.' },
    react: {
      name: 'React',
      text: 'Füge die Zeile in den <head> von index.html ein. Seitenwechsel werden automatisch erfasst.',
    },
    vue: {
      name: 'Vue',
      text: 'Füge die Zeile in den <head> von index.html ein. Bei Nuxt ergänze nuxt.config.ts:',
    },
    wordpress: {
      name: 'WordPress',
      text: 'Füge die Zeile mit einem Snippet-Plugin wie WPCode in den Header ein, oder in die functions.php des Child-Themes:',
    },
    shopify: {
      name: 'Shopify',
      text: 'Onlineshop → Themes → Code bearbeiten → theme.liquid: Füge die Zeile vor </head> ein.',
    },
    webflow: {
      name: 'Webflow',
      text: 'Site settings → Custom code → Head code: Füge die Zeile ein, speichere und veröffentliche.',
    },
    framer: {
      name: 'Framer',
      text: 'Site settings → General → Custom code → Start of <head>: Füge die Zeile ein und veröffentliche.',
    },
    tagManager: {
      name: 'Tag Manager',
      text: 'Erstelle ein Tag vom Typ „Benutzerdefiniertes HTML“, das auf allen Seiten ausgelöst wird. Tag Manager entfernen unbekannte Attribute, verwende daher diesen Code:',
    },
  },
  waiting: 'Warten auf den ersten Besuch',
  waitingHint: (domain: string) =>
    `Öffne ${domain} in einem anderen Tab. Diese Seite aktualisiert sich automatisch.`,
  arrived: 'Besuch empfangen',
  arrivedHint: 'Das Skript funktioniert.',
  arrivedFrom: (page: string, source: string) => `Seite: ${page}. Quelle: ${source}.`,
  direct: 'direkt',
  open: 'Dashboard öffnen',
  trouble: 'Kein Besuch zu sehen?',
  troubleList: [
    'Prüfe, ob die Domain der Seite in den Website-Einstellungen steht.',
    'Inhaltsblocker oder Do Not Track können das Skript blockieren. Versuche es in einem privaten Fenster.',
    'Bots und automatisierte Browser werden nicht gezählt.',
  ],
  troubleMore: 'Weitere Ursachen und Lösungen',
  payments: 'Zahlungen verbinden',
  paymentsLead:
    'Sende nach jeder Zahlung eines Kunden die Zahlung mit einem API-Schlüssel von deinem Server. Gib die Besucher-ID aus dem Cookie tributary_visitor_id mit, damit die Zahlung der Quelle des Besuchers zugerechnet wird.',
  makeKey: 'API-Schlüssel erstellen',
  paymentArrived: 'Zahlung empfangen',
  testTitle: 'Testzahlung von hier senden',
  testLead:
    'Sie wird wie eine echte Zahlung erfasst und der Quelle des eben gesehenen Besuchers zugerechnet. Es fließt kein Geld, und du kannst sie danach erstatten.',
  otherVisitor: 'Anderen Besucher verwenden',
  otherVisitorLead:
    'Führe diese Zeile auf einer Seite deiner Website in der Konsole des Browsers aus und füge die ausgegebene Besucher-ID ein.',
  connect: 'Echte Zahlungen empfangen',
  ownServer: 'Dein Server (curl)',
  providerLead: (title: string) =>
    `Zahlungen, Erstattungen und Verlängerungen kommen von ${title} per Webhook, ohne Code auf deinem Server.`,
  providerConnected: (title: string) =>
    `${title} ist verbunden. Die nächste Zahlung erscheint automatisch.`,
  connectTo: (title: string) => `${title} verbinden`,
  providerHelp: (title: string) => `Anleitung für ${title}`,
  toProviders: 'Zahlungsanbieter',
  serverKeyName: 'Mein Server',
  keyOnce:
    'Der Schlüssel wird nur jetzt angezeigt. Kopiere den Befehl, bevor du diese Seite verlässt.',
  checklist: {
    title: 'Einrichtung',
    progress: (done: number, all: number) => `Einrichtung: ${done} von ${all} Schritten erledigt`,
    site: 'Website anlegen',
    visit: 'Besuch empfangen',
    payment: 'Zahlung empfangen',
    isDone: 'Erledigt',
    isOpen: 'Offen',
    done: 'Fertig eingerichtet',
    doneLead:
      'Besuche und Zahlungen kommen an. Das Dashboard zeigt, welche Quellen Umsatz bringen.',
    goals: 'Ziele hinzufügen',
    team: 'Team einladen',
    close: 'Schließen und Dashboard öffnen',
  },
  visitorId: 'Besucher-ID',
  visitorIdHint:
    'Ohne sie kann die Zahlung nur über die Zeit verknüpft werden, wenn genau ein Besuch passt.',
  test: (amount: string) => `Testzahlung über ${amount} senden`,
  testing: 'Wird gesendet …',
  testKeyName: 'Testzahlung',
  linkedSomewhere: 'Die Zahlung ist mit dem Besucher verknüpft.',
  notLinked:
    'Die Zahlung wurde empfangen, aber kein Besucher gefunden. Gib eine Besucher-ID ein und sende eine weitere.',
  receipt: 'Beleg ansehen',
  refundTest: 'Testzahlung erstatten',
  testRefunded:
    'Vollständig erstattet, sie zählt nicht mehr zum Umsatz. Der Testschlüssel ist widerrufen.',
}
