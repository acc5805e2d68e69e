// Runs before the first paint, so that a person who chose a theme never sees the other one flash.
// A file of its own because the content security policy allows no inline script.
try {
  const theme = localStorage.getItem('tributary-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is switched off: the system's theme is the right one.
}
