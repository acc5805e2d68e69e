// Marks in the sidebar what is being read, and closes the menu of a narrow screen after a choice.

const sidebar = document.getElementById('sidebar')
const links = new Map(
  [...sidebar.querySelectorAll('a')].map((link) => [
    document.getElementById(link.hash.slice(1)),
    link,
  ]),
)
let current = sidebar.querySelector('[aria-current]')
let isDue = false

/** The last section that begins in the upper third of the window. */
function follow() {
  isDue = false
  let link
  for (const [section, one] of links) {
    if (!section.checkVisibility()) continue
    if (link !== undefined && section.getBoundingClientRect().top > innerHeight / 3) break
    link = one
  }
  if (link === undefined || link === current) return
  current?.removeAttribute('aria-current')
  link.setAttribute('aria-current', 'true')
  current = link
  reveal(link)
}

/** Scrolls the sidebar alone. */
function reveal(link) {
  const { top, bottom } = link.getBoundingClientRect()
  const frame = sidebar.getBoundingClientRect()
  const search = sidebar.querySelector('search').offsetHeight
  if (top < frame.top + search || bottom > frame.bottom) {
    sidebar.scrollTop += top - frame.top - frame.height / 3
  }
}

function followSoon() {
  if (isDue) return
  isDue = true
  requestAnimationFrame(follow)
}

addEventListener('scroll', followSoon, { passive: true })
addEventListener('resize', followSoon, { passive: true })
document.addEventListener('filtered', followSoon)
sidebar.addEventListener('toggle', () => reveal(current))
sidebar.addEventListener('click', ({ target }) => {
  if (target.closest('a') && sidebar.matches(':popover-open')) sidebar.hidePopover()
})
follow()
