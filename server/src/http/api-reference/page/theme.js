// Before the first paint: the theme chosen in the dashboard, so that the other one never flashes.
try {
  const theme = localStorage.getItem('tributary-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is switched off: the system's theme is the right one.
}
