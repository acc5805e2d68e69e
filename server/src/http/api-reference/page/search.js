// Filters the operations by their path, title and text, within the page. Ctrl+K or / goes to the field.

const sidebar = document.getElementById('sidebar')
const input = document.getElementById('search')
const matches = document.getElementById('matches')
const overview = document.getElementById('overview')

const itemOf = (id) => sidebar.querySelector(`a[href="#${id}"]`).parentElement
const groups = [...document.querySelectorAll('section.group')].map((section) => ({
  section,
  item: itemOf(section.id),
  operations: [...section.querySelectorAll('section.operation')].map((operation) => ({
    section: operation,
    item: itemOf(operation.id),
    text: operation.querySelector('.about').textContent.toLowerCase(),
  })),
}))
const operations = groups.flatMap((group) => group.operations)

function show({ section, item }, isShown) {
  section.hidden = !isShown
  item.hidden = !isShown
}

function filter() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  const isMatch = ({ text }) => words.every((word) => text.includes(word))
  const isAll = words.length === 0
  show({ section: overview, item: itemOf('overview') }, isAll)
  for (const operation of operations) show(operation, isMatch(operation))
  for (const group of groups) show(group, group.operations.some(isMatch))
  const count = operations.filter(isMatch).length
  matches.textContent = isAll ? '' : count === 0 ? 'No results' : `${count} of ${operations.length}`
  if (isAll) target()?.scrollIntoView()
  else scrollTo({ top: 0, behavior: 'instant' })
  document.dispatchEvent(new Event('filtered'))
}

/** What the address leads to. */
function target() {
  return document.getElementById(location.hash.slice(1))
}

/** Shows everything again. */
function clear() {
  input.value = ''
  filter()
}

input.addEventListener('input', filter)

input.addEventListener('keydown', (event) => {
  const link = operations.find(({ section }) => !section.hidden)?.item.firstElementChild
  if (event.key === 'Escape' && input.value !== '') {
    event.preventDefault()
    clear()
  } else if (event.key === 'Enter' && matches.textContent !== '') {
    link?.click()
  } else if (event.key === 'ArrowDown') {
    event.preventDefault()
    link?.focus()
  }
})

addEventListener('keydown', (event) => {
  const isTyping = event.target.matches('input:not([type=radio]), textarea, select')
  const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey
  const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
  if (!isSlash && !isShortcut) return
  event.preventDefault()
  if (!sidebar.checkVisibility()) sidebar.showPopover()
  input.focus()
  input.select()
})

// A link within the page, or the browser's Back, may lead to what the filter hides.
addEventListener('hashchange', () => {
  if (target()?.checkVisibility() === false) clear()
})
// The browser fills the field in again when the page is reloaded.
if (input.value !== '') filter()
