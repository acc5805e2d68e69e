// Runs before the first paint and while the dashboard's own script still travels. A file of its own
// because the content security policy allows no inline script.
try {
  // A person who chose a theme never sees the other one flash.
  const theme = localStorage.getItem('tributary-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is switched off: the system's theme is the right one.
}

// What a page of a signed-in person asks first is under way before the script that asks is in.
// `src/api/client/request.ts` takes each answer once.
{
  const [, room = '', siteId] = location.pathname.split('/')
  if (['', 'sites', 'account', 'people', 'audit'].includes(room)) {
    // Pages for others than signed-in people have no bar.
    const isOfSite = room === 'sites' && siteId && siteId !== 'new'
    document.documentElement.dataset.arriving = isOfSite ? 'site' : ''
    const paths = ['/api/app/session', '/api/app/sites']
    if (isOfSite) paths.push(`/api/app/sites/${siteId}`)
    window.askedAhead = new Map(
      paths.map((path) => {
        const answer = fetch(path, { credentials: 'same-origin' })
        // The consumer handles a failure; it must not count as unhandled before.
        answer.catch(() => {})
        return [path, answer]
      }),
    )
  }
}

// During an update the dashboard's own script may be missing for a moment: then nothing else could say so.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return
    const said = {
      de: 'Tributary konnte nicht geladen werden. Lade die Seite gleich noch einmal.',
      es: 'No se pudo cargar Tributary. Vuelve a cargar la página en un momento.',
    }
    const show = () => {
      const line = document.getElementById('unloaded')
      if (line === null) return
      line.textContent = said[navigator.language.slice(0, 2)] ?? line.textContent
      line.hidden = false
    }
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', show)
    else show()
  },
  true,
)
