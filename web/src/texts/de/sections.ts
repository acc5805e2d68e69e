/** What the sub-pages of a site's settings are called in German. */
export const sections = {
  general: { title: 'Allgemein', lead: 'Wie diese Website gezählt und gezeigt wird.' },
  keys: {
    title: 'API-Schlüssel',
    lead: 'Das Passwort deines Servers für diese Website. Ein Schlüssel wird einmal gezeigt: wenn er entsteht.',
  },
  providers: {
    title: 'Zahlungsanbieter',
    lead: 'Dein Zahlungsanbieter sendet Zahlungen per Webhook. Ohne ihn kann dein Server sie mit einem API-Schlüssel senden.',
  },
  goals: {
    title: 'Ziele',
    lead: 'Was Besucher tun, worauf es ankommt: welche Ziele ankamen und welche die Seite zeigt.',
  },
  exports: {
    title: 'Exporte und Importe',
    lead: 'Nimm alles mit, und bring her, was andere Werkzeuge gezählt haben.',
  },
  team: { title: 'Team', lead: 'Wer diese Website sehen darf und wer etwas ändern darf.' },
  sharing: {
    title: 'Links zum Teilen',
    lead: 'Zahlen dieser Website für Menschen ohne Konto: für alle oder mit Passwort.',
  },
  audit: {
    title: 'Protokoll',
    lead: 'Was Menschen, Schlüssel und Befehle geändert haben.',
  },
  danger: {
    title: 'Gefahrenzone',
    lead: 'Was sich nicht rückgängig machen lässt.',
  },
  alerts: {
    title: 'Berichte und Hinweise',
    lead: 'E-Mails und Hinweise zu dieser Website, und wer sie bekommt.',
  },
}
