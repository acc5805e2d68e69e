import { costs } from './de/costs.ts'
import { overview } from './de/overview.ts'
import { payments } from './de/payments.ts'
import { report } from './de/report.ts'
import { sections } from './de/sections.ts'
import type { en } from './en.ts'
import type { Translated } from './translation.ts'

/** The dashboard's texts in German; docs/glossary.md has the terms. */
export const de: Translated<typeof en> = {
  title: (page: string) => `${page} · Tributary`,
  skipToContent: 'Zum Inhalt springen',
  close: 'Schließen',
  cancel: 'Abbrechen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed: 'Dein Browser hat das Kopieren blockiert. Markiere den Text und kopiere ihn selbst.',
  save: 'Änderungen speichern',
  saving: 'Wird gespeichert …',
  saved: 'Gespeichert',
  retry: 'Erneut versuchen',
  loading: 'Wird geladen',
  optional: 'optional',
  menu: {
    account: 'Konto und Design',
    theme: 'Design',
    system: 'System',
    light: 'Hell',
    dark: 'Dunkel',
    language: 'Sprache',
    search: 'Suche',
    find: 'Seite suchen',
    shortCuts: 'Tastenkürzel',
    help: 'Hilfe',
    yourAccount: 'Dein Konto',
    people: 'Personen',
    signOut: 'Abmelden',
    signedInAs: (email: string) => `Angemeldet als ${email}`,
    sites: 'Alle Websites',
    switchSite: 'Website wechseln',
    newSite: 'Website hinzufügen',
    settingsWord: 'Einstellungen',
    settings: 'Website-Einstellungen',
    install: 'Skript einbinden',
    dashboard: 'Dashboard',
  },
  explore: {
    label: 'Auswerten',
    pages: {
      realtime: {
        name: 'Echtzeit',
        lead: 'Wer gerade auf deiner Website ist und was dort passiert.',
      },
      funnels: { name: 'Funnels', lead: 'Sieh, zwischen welchen Schritten Besucher abspringen.' },
      visitors: {
        name: 'Besucher',
        lead: 'Alle Besucher mit ihren Besuchen, Zielen und Zahlungen.',
      },
      spend: {
        name: 'Werbeausgaben',
        lead: 'Was deine Anzeigen kosten und welchen Umsatz sie bringen.',
      },
      subscriptions: {
        name: 'Abos',
        lead: 'Monatlich wiederkehrender Umsatz, Abwanderung und Testphasen nach Herkunft der Kunden.',
      },
      journeys: {
        name: 'Nutzerpfade',
        lead: 'Wohin Besucher nach einer Seite oder einem Ziel gehen und was sie dorthin führt.',
      },
      cohorts: {
        name: 'Kohorten',
        lead: 'Wie viele Besucher wiederkommen und wie viel sie ausgeben, nach erstem Besuch oder erster Quelle.',
      },
      attribution: {
        name: 'Attribution',
        lead: 'Wie jedes Modell den Umsatz zurechnet, und die Pfade zur ersten Zahlung.',
      },
      notes: {
        name: 'Notizen',
        lead: 'Launches, Preisänderungen und Ausfälle, im Diagramm markiert.',
      },
    },
  },
  failure: {
    title: 'Das konnte nicht geladen werden',
    notConfirmed: 'Es wurde nichts geändert, weil du deine Identität nicht bestätigt hast.',
    offline:
      'Der Server antwortet nicht. Prüfe deine Verbindung und ob Tributary läuft, und versuche es dann erneut.',
    server: (requestId: string | undefined) =>
      requestId
        ? `Auf dem Server ist ein Fehler aufgetreten. Die Ursache steht im Server-Log unter der Anfrage-ID ${requestId}.`
        : 'Auf dem Server ist ein Fehler aufgetreten. Die Ursache steht im Server-Log.',
    unavailable: 'Der Server ist ausgelastet oder startet gerade. Versuche es gleich noch einmal.',
    proxy: (status: number) =>
      `Statt Tributary hat ein anderer Server geantwortet (Status ${status}), etwa ein Proxy oder die Anmeldeseite deines Netzwerks. Lade die Seite neu, um zu sehen, was er verlangt.`,
    rateLimited: (seconds: number | undefined) =>
      seconds
        ? `Zu viele Anfragen. Versuche es in ${seconds} Sekunden erneut.`
        : 'Zu viele Anfragen. Versuche es in einer Minute erneut.',
    page: 'Auf dieser Seite ist ein Fehler aufgetreten',
    pageHint: 'Lade die Seite neu. Deine Daten sind nicht betroffen.',
    updated: 'Tributary wurde aktualisiert',
    updatedHint: 'Lade die Seite neu, um mit der neuen Version weiterzuarbeiten.',
    reload: 'Neu laden',
    missing: 'Nicht gefunden',
    missingHint:
      'Vielleicht wurde es gelöscht, die Adresse ist falsch oder du hast keinen Zugriff darauf.',
    notFound: 'Seite nicht gefunden',
    notFoundHint:
      'Vielleicht ist die Adresse falsch, die Website wurde gelöscht, oder du hast keinen Zugriff darauf.',
    toSites: 'Zu deinen Websites',
  },
  slow: 'Das dauert länger als gewöhnlich. Lange Zeiträume mit vielen Ereignissen brauchen manchmal einige Sekunden.',
  signIn: {
    title: 'Anmelden',
    lead: 'Sieh, welcher Traffic Umsatz bringt.',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    submit: 'Anmelden',
    busy: 'Anmeldung läuft …',
    code: 'Authentifizierungscode',
    codeHint: 'Aus deiner Authenticator-App, oder ein Wiederherstellungscode.',
    ended: 'Du wurdest abgemeldet. Melde dich an, um dort weiterzumachen, wo du warst.',
  },
  setUp: {
    title: 'Tributary einrichten',
    lead: 'In zwei Minuten fertig: Erstelle dein Konto und deine erste Website und füge dann eine Zeile HTML ein.',
    account: 'Dein Konto',
    site: 'Deine erste Website',
    password: 'Passwort',
    passwordHint: 'Mindestens 8 Zeichen.',
    passwordShort: 'Das Passwort muss mindestens 8 Zeichen lang sein.',
    submit: 'Konto und Website erstellen',
    busy: 'Wird erstellt …',
    needed:
      'Es gibt noch kein Konto. Öffne den einmaligen Einrichtungslink, den Tributary beim Start ausgegeben hat.',
    noToken: 'Öffne den einmaligen Einrichtungslink',
    noTokenHint:
      'Tributary gibt ihn beim ersten Start aus. Wenn du schon ein Konto hast, melde dich an.',
  },
  siteForm: {
    domain: 'Domain',
    domainHint: 'Ohne https://. Subdomains sind inbegriffen.',
    domainBad: 'Gib eine Domain wie example.com ein.',
    name: 'Name',
    timezone: 'Zeitzone',
    timezoneHint: 'Tage in Berichten beginnen um Mitternacht in dieser Zeitzone.',
    currency: 'Währung',
    currencyHint: 'Berichte zeigen den Umsatz in dieser Währung.',
    create: 'Website erstellen',
    creating: 'Wird erstellt …',
  },
  sites: {
    title: 'Websites',
    add: 'Website hinzufügen',
    newTitle: 'Website hinzufügen',
    newLead: 'Eine Website mit allen ihren Subdomains.',
    empty: 'Noch keine Websites',
    emptyHint: 'Füge deine erste Website hinzu, um ihr Skript zu erhalten.',
  },
  ...report,
  overview,
  costs,
  sections,
  payments,
}
