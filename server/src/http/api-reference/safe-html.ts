/** Text that may be inserted into a page unescaped. */
export interface SafeHtml {
  readonly html: string
}

type Part = SafeHtml | string | number | readonly SafeHtml[]

/** A template whose values are escaped, unless they come from such a template themselves. */
export function safeHtml(texts: TemplateStringsArray, ...values: readonly Part[]): SafeHtml {
  const parts = texts.map((text, index) => text + written(values[index] ?? ''))
  return { html: parts.join('') }
}

/** A line of prose with code between backticks. */
export function prose(text: string): SafeHtml {
  return { html: escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>') }
}

/** Paragraphs separated by empty lines. A list is folded under the word that introduces it. */
export function paragraphs(text: string): SafeHtml {
  const blocks = text.split(/\n\n(?!- )/).map((block) => {
    const [lead = '', list] = block.split('\n\n')
    if (list === undefined) return safeHtml`<p>${prose(lead)}</p>`
    const items = list.split(/^- /m).slice(1)
    return safeHtml`<details><summary>${lead.replace(/:$/, '')}</summary>
<ul>${items.map((item) => safeHtml`<li>${prose(item.trim())}</li>`)}</ul></details>`
  })
  return safeHtml`${blocks}`
}

function written(part: Part): string {
  if (typeof part === 'object') {
    return 'html' in part ? part.html : part.map(({ html }) => html).join('')
  }
  return escapeHtml(String(part))
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
