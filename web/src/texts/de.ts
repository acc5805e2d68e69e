import { install } from './de/install.ts'
import { overview } from './de/overview.ts'
import { paymentList, receipt } from './de/payment-list.ts'
import { payments } from './de/payments.ts'
import { report } from './de/report.ts'
import { sections } from './de/sections.ts'
import type { en } from './en.ts'
import type { Translated } from './translation.ts'

/** What the dashboard says in German. */
export const de: Translated<typeof en> = {
  title: (page: string) => `${page} · Tributary`,
  skipToContent: 'Zum Inhalt',
  close: 'Schließen',
  cancel: 'Abbrechen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed:
    'Der Browser erlaubt das Kopieren nicht. Wähle den Text aus und kopiere ihn von Hand.',
  save: 'Änderungen sichern',
  saving: 'Wird gesichert …',
  saved: 'Gesichert',
  retry: 'Noch einmal',
  loading: 'Lädt',
  optional: 'freiwillig',
  menu: {
    account: 'Konto und Farben',
    theme: 'Farben',
    system: 'System',
    light: 'Hell',
    dark: 'Dunkel',
    language: 'Sprache',
    find: 'Zu jeder Seite springen',
    shortCuts: 'Tastenkürzel',
    help: 'Hilfe',
    yourAccount: 'Dein Konto',
    people: 'Personen',
    signOut: 'Abmelden',
    signedInAs: (email: string) => `Angemeldet als ${email}`,
    sites: 'Alle Websites',
    switchSite: 'Website wechseln',
    newSite: 'Website hinzufügen',
    settings: 'Einstellungen der Website',
    install: 'Skript einbauen',
    dashboard: 'Übersicht',
  },
  explore: {
    label: 'Erkunden',
    pages: {
      realtime: { name: 'Live', lead: 'Wer gerade da ist und was eben geschah.' },
      funnels: {
        name: 'Trichter',
        lead: 'Sieh, zwischen welchen Schritten Besucher abspringen.',
      },
      visitors: { name: 'Besucher', lead: 'Wer da war, und die Geschichte jedes Einzelnen.' },
      spend: { name: 'Werbeausgaben', lead: 'Was Anzeigen kosten und was sie bringen.' },
      journeys: {
        name: 'Wege',
        lead: 'Wohin Menschen von einer Seite oder einem Ziel gehen, und wie sie dorthin kommen.',
      },
      cohorts: {
        name: 'Kohorten',
        lead: 'Wer wiederkommt und was sie wert werden, nach Zeit und Herkunft des ersten Besuchs.',
      },
      attribution: {
        name: 'Zuschreibung',
        lead: 'Was jedes Modell gutschreibt, und die Wege zur ersten Zahlung.',
      },
      notes: { name: 'Notizen', lead: 'Starts, neue Preise, Ausfälle: was das Diagramm markiert.' },
    },
  },
  failure: {
    title: 'Das konnte nicht geladen werden',
    notConfirmed: 'Nichts wurde geändert, weil du dich nicht bestätigt hast.',
    offline:
      'Der Server antwortet nicht. Prüfe deine Verbindung, oder ob Tributary läuft, und versuche es noch einmal.',
    server: (requestId: string | undefined) =>
      requestId
        ? `Der Server hatte ein Problem. Sein Protokoll erklärt es unter der Anfrage ${requestId}.`
        : 'Der Server hatte ein Problem. Sein Protokoll erklärt es.',
    unavailable: 'Der Server ist beschäftigt oder startet gerade. Gleich antwortet er wieder.',
    rateLimited: (seconds: number | undefined) =>
      seconds
        ? `Zu viele Anfragen. Versuche es in ${seconds} Sekunden noch einmal.`
        : 'Zu viele Anfragen.',
    page: 'Auf dieser Seite ging etwas schief',
    pageHint: 'Neu laden hilft meist. Nichts von dem, was gesammelt wurde, ist betroffen.',
    notFound: 'Hier ist nichts',
    notFoundHint:
      'Die Adresse ist falsch, oder die Website wurde entfernt, oder sie gehört jemand anderem.',
    toSites: 'Zu deinen Websites',
  },
  slow: 'Das dauert länger als sonst. Ein großer Zeitraum mit vielen Ereignissen braucht manchmal einige Sekunden.',
  signIn: {
    title: 'Anmelden',
    lead: 'Sieh, welche Besuche sich auszahlen.',
    email: 'E-Mail',
    password: 'Passwort',
    submit: 'Anmelden',
    busy: 'Wird angemeldet …',
    code: 'Code deiner Authenticator-App',
    codeHint: 'Oder einer deiner Wiederherstellungscodes.',
    ended: 'Du wurdest abgemeldet. Melde dich an, um dort weiterzumachen, wo du warst.',
  },
  setUp: {
    title: 'Tributary einrichten',
    lead: 'Zwei Minuten: dein Konto, deine erste Website, dann eine Zeile HTML.',
    account: 'Dein Konto',
    site: 'Deine erste Website',
    password: 'Passwort',
    passwordHint: 'Mindestens 8 Zeichen.',
    passwordShort: 'Das Passwort braucht mindestens 8 Zeichen.',
    submit: 'Konto und Website anlegen',
    busy: 'Wird angelegt …',
    needed:
      'Es gibt noch kein Konto. Öffne den einmaligen Link, den Tributary beim Start ausgegeben hat.',
    noToken: 'Diese Seite braucht den einmaligen Link',
    noTokenHint:
      'Tributary gibt ihn beim ersten Start aus. Öffne ihn. Gibt es schon ein Konto, melde dich an.',
  },
  siteForm: {
    domain: 'Domain',
    domainHint: 'Wo Besucher sie sehen, ohne https://. Subdomains gehören dazu.',
    domainBad: 'Schreibe eine Domain wie example.com.',
    name: 'Name',
    timezone: 'Zeitzone',
    timezoneHint: 'Hier beginnen die Tage der Berichte um Mitternacht.',
    currency: 'Währung',
    currencyHint: 'In dieser Währung wird Geld zusammengezählt.',
    create: 'Website anlegen',
    creating: 'Wird angelegt …',
  },
  sites: {
    title: 'Websites',
    add: 'Website hinzufügen',
    newTitle: 'Website hinzufügen',
    newLead: 'Eine Website mit allen ihren Subdomains.',
    empty: 'Noch keine Websites',
    emptyHint: 'Füge deine erste hinzu, um ihre Skript-Zeile zu bekommen.',
    visitors7: 'Besucher in 7 Tagen',
    revenue7: 'Umsatz in 7 Tagen',
    figuresFailed: 'Zahlen konnten nicht geladen werden',
  },
  ...report,
  overview,
  sections,
  install,
  payments,
  paymentList,
  receipt,
}
