// Goals that a site's owner defined by selector, as a module that the tracker loads if there are any. Loaded again
// with other rules, those replace the first.
const tracker = window.tributary as NonNullable<Window['tributary']> & { rules?: typeof goalRules }

if (!tracker.rules) {
  for (const type of ['click', 'auxclick', 'submit']) addEventListener(type, onAct, true)
}
tracker.rules = goalRules

/** A form counts when it is submitted, anything else when it is clicked; each goal once. */
function onAct({ type, target, button }: Event & { button?: number }): void {
  // A right click opens a menu, nothing more.
  if (button === 2) return
  const reached = new Set<string>()
  for (const [goal, selector] of tracker.rules ?? []) {
    try {
      // The document and the window, which pages may dispatch events to, have no `closest`.
      const element = (target as Partial<Element>).closest?.(selector)
      if (element && element.matches('form') === (type === 'submit')) reached.add(goal)
    } catch {
      // A selector that this browser does not support must not affect the others.
    }
  }
  for (const goal of reached) tracker('goal', goal as never)
}
