import { pickTexts } from './pick-texts.ts'

interface Acts {
  use: () => void
  wider: () => void
  close: () => void
}

interface Shown {
  selector: string
  count: number
  isChosen: boolean
}

const style = `
  :host { all: initial }
  .box { position: fixed; z-index: 2147483646; pointer-events: none; border: 2px solid #2f6bff; border-radius: 4px;
    background: rgb(47 107 255 / .12); display: none }
  .bar { position: fixed; z-index: 2147483647; inset: auto 12px 12px; max-width: 640px; margin: 0 auto; padding: 12px 16px;
    box-sizing: border-box; border-radius: 12px; background: #12161f; color: #f2f4f8; font: 14px/1.45 system-ui, sans-serif;
    box-shadow: 0 8px 32px rgb(0 0 0 / .4) }
  p { margin: 0 0 6px } b { font-weight: 600 }
  code { display: block; overflow-wrap: anywhere; font: 13px/1.4 ui-monospace, monospace; color: #b9ccff }
  .acts { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 10px }
  button { font: inherit; min-height: 36px; padding: 4px 12px; border-radius: 8px; border: 1px solid #4a5468;
    background: transparent; color: inherit; cursor: pointer }
  button.main { background: #2f6bff; border-color: #2f6bff }
  button:focus-visible { outline: 2px solid #fff; outline-offset: 2px }
  button[hidden] { display: none }`

/** The picker's bar at the bottom of the page, in a shadow tree that no style of the page reaches. */
export function pickBar(name: string, hasDashboard: boolean, { use, wider, close }: Acts) {
  const texts = pickTexts[pick.language]
  const host = document.createElement(name)
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]
  const box = add(root, 'div', 'box')
  const bar = add(root, 'div', 'bar')
  bar.setAttribute('role', 'dialog')
  bar.setAttribute('aria-label', texts.title)
  add(add(bar, 'p'), 'b').textContent = texts.title
  const lead = add(bar, 'p')
  lead.textContent = hasDashboard ? texts.lead : `${texts.lead} ${texts.alone}`
  const code = add(bar, 'code')
  const count = add(bar, 'p')
  count.setAttribute('role', 'status')
  const acts = add(bar, 'div', 'acts')
  const main = button(texts.use, use)
  main.className = 'main'
  const widen = button(texts.wider, wider)
  const copy = button(texts.copy, async () => {
    await navigator.clipboard.writeText(code.textContent ?? '')
    copy.textContent = texts.copied
  })
  button(texts.close, close)
  for (const one of [main, widen, copy]) one.hidden = true
  document.documentElement.append(host)

  function button(text: string, act: () => unknown): HTMLButtonElement {
    const made = add(acts, 'button')
    made.type = 'button'
    made.textContent = text
    made.addEventListener('click', act)
    return made
  }

  function outline(element: Element | undefined): void {
    if (!element) return
    const { left, top, width, height } = element.getBoundingClientRect()
    const place = { left, top, width, height }
    for (const [side, pixels] of Object.entries(place)) box.style.setProperty(side, `${pixels}px`)
    box.style.display = 'block'
  }

  return {
    outline,
    isOwn: (event: Event) => event.composedPath().includes(host),
    focus: () => (hasDashboard ? main : copy).focus(),
    remove: () => host.remove(),
    show(element: Element, shown: Shown) {
      outline(element)
      code.textContent = shown.selector
      count.textContent = texts.matches(shown.count)
      copy.textContent = texts.copy
      main.hidden = !shown.isChosen || !hasDashboard
      widen.hidden = copy.hidden = !shown.isChosen
    },
  }
}

function add<Tag extends keyof HTMLElementTagNameMap>(
  parent: Node,
  tag: Tag,
  className = '',
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  made.className = className
  parent.appendChild(made)
  return made
}
