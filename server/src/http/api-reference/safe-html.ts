/** Text that may be in a page as it is. */
export interface SafeHtml {
  readonly html: string
}

type Part = SafeHtml | string | number | readonly SafeHtml[]

/** A template whose values are escaped, unless they come from such a template themselves. */
export function safeHtml(texts: TemplateStringsArray, ...values: readonly Part[]): SafeHtml {
  const parts = texts.map((text, index) => text + written(values[index] ?? ''))
  return { html: parts.join('') }
}

/** Prose with code between backticks and an empty line between paragraphs. */
export function prose(text: string): SafeHtml {
  const html = escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
  return { html: html.replaceAll('\n\n', '<br><br>') }
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
