// Choosing a language in one sample chooses it in all, on the next visit too. Copies a sample.

const key = 'tributary-docs-language'

function choose(language) {
  for (const radio of document.querySelectorAll('.languages input')) {
    radio.checked = radio.value === language
  }
}

try {
  const chosen = localStorage.getItem(key)
  const known = [...document.querySelectorAll('.languages input')].map(({ value }) => value)
  if (known.includes(chosen)) choose(chosen)
} catch {
  // Storage is switched off: the samples are in curl.
}

document.addEventListener('change', ({ target }) => {
  if (!target.matches('.languages input')) return
  const before = target.getBoundingClientRect().top
  choose(target.value)
  // Samples above may have changed their height; what was clicked stays where it is.
  scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' })
  try {
    localStorage.setItem(key, target.value)
  } catch {
    // Storage is switched off: the choice holds until the page is left.
  }
})

for (const button of document.querySelectorAll('.copy')) {
  // Browsers offer the clipboard only to pages from https: or localhost.
  button.hidden = navigator.clipboard === undefined
  button.addEventListener('click', async () => {
    const samples = button.closest('.samples')
    const { value } = samples.querySelector('input:checked')
    const code = samples.querySelector(`pre[data-language="${value}"]`).textContent
    const copied = navigator.clipboard.writeText(code).then(
      () => 'Copied',
      () => 'Not copied',
    )
    button.textContent = await copied
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2_000)
  })
}
