/** The sub-pages of a site's settings, in German. */
export const sections = {
  general: {
    title: 'Allgemein',
    lead: 'Name, Domains, Zeitzone, Währung, Datenschutz und Aufbewahrung der Daten dieser Website.',
  },
  keys: {
    title: 'API-Schlüssel',
    lead: 'Damit sendet dein Server Daten und liest Berichte. Ein Schlüssel wird nur einmal angezeigt.',
  },
  providers: {
    title: 'Zahlungsanbieter',
    lead: 'Verbinde einen Anbieter, um Zahlungen per Webhook zu empfangen. Oder sende sie mit einem API-Schlüssel von deinem Server.',
  },
  goals: {
    title: 'Ziele',
    lead: 'Lege Ziele fest und wähle, welche das Dashboard anzeigt.',
  },
  exports: {
    title: 'Exporte und Importe',
    lead: 'Lade deine Daten herunter, oder importiere Daten aus einem anderen Tool.',
  },
  team: {
    title: 'Team',
    lead: 'Wer Zugriff auf diese Website hat und was diese Personen ändern können.',
  },
  sharing: {
    title: 'Freigabelinks',
    lead: 'Teile die Berichte dieser Website mit Personen ohne Konto, mit oder ohne Passwort.',
  },
  audit: {
    title: 'Audit-Log',
    lead: 'Änderungen durch Personen, API-Schlüssel und die Kommandozeile.',
  },
  danger: {
    title: 'Gefahrenbereich',
    lead: 'Aktionen, die sich nicht rückgängig machen lassen.',
  },
  alerts: {
    title: 'Berichte und Benachrichtigungen',
    lead: 'E-Mail-Berichte und Benachrichtigungen zu dieser Website.',
  },
}
