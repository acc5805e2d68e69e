/** Generated names, such as `:r1:` or `css-1x2y3z`: they change with the next build. */
const isMade = (name: string) =>
  /\d{3}|^\d|:|__|^(css|sc|jsx|svelte|astro|ng|react|radix)-/i.test(name)

const lasting = ['data-testid', 'data-test', 'data-id', 'name', 'aria-label', 'href', 'type']

/** How many elements a selector matches. */
export function matches(selector: string): number {
  return document.querySelectorAll(selector).length
}

/**
 * A short selector that matches an element, and only it if a few words suffice: by its id, by a meaningful attribute,
 * by its classes, and by its ancestors.
 */
export function selectorOf(element: Element): string {
  let selector = ownSelector(element)
  let outer = element.parentElement
  for (let depth = 0; depth < 4 && outer && matches(selector) > 1; depth++) {
    const longer = `${ownSelector(outer)} ${selector}`
    if (matches(longer) < matches(selector)) selector = longer
    outer = outer.parentElement
  }
  if (matches(selector) === 1 || !element.parentElement) return selector
  // Alike in every word: its place among its siblings distinguishes it.
  const place = [...element.parentElement.children].indexOf(element) + 1
  const placed = `${selector}:nth-child(${place})`
  return matches(placed) < matches(selector) ? placed : selector
}

function ownSelector(element: Element): string {
  const tag = element.localName
  if (element.id && !isMade(element.id)) return `#${CSS.escape(element.id)}`
  for (const name of lasting) {
    const value = element.getAttribute(name)
    if (value && value.length < 80 && !isMade(value))
      return `${tag}[${name}=${JSON.stringify(value)}]`
  }
  const classes = [...element.classList].filter((name) => !isMade(name)).slice(0, 2)
  return tag + classes.map((name) => `.${CSS.escape(name)}`).join('')
}
