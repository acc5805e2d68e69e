import type { MailContent } from './mailer.ts'

/** A part of an e-mail. Every text in it is plain text. */
export type EmailPart =
  | { heading: string }
  | { paragraph: string }
  /** A button with a link. */
  | { link: string; href: string }
  /** Rows of a name, a figure and a remark. */
  | { rows: readonly (readonly [name: string, figure: string, note: string])[] }

export interface Email {
  subject: string
  language: string
  parts: readonly EmailPart[]
  /** Small print at the end: why it was sent, and how to unsubscribe. */
  footer: readonly string[]
  footerLink?: { link: string; href: string }
}

/** The content as text and as simple HTML, which loads nothing from anywhere. */
export function renderEmail({ subject, language, parts, footer, footerLink }: Email): MailContent {
  const end = [...footer, ...(footerLink ? [`${footerLink.link}: ${footerLink.href}`] : [])]
  const smallPrint = footer.map((line) => `<p style="${style.small}">${escapeHtml(line)}</p>`)
  const lastLink =
    footerLink &&
    `<p style="${style.small}"><a href="${escapeHtml(footerLink.href)}" style="color:#5b6472">${escapeHtml(footerLink.link)}</a></p>`
  return {
    // Line breaks would begin another header.
    subject: subject.replace(/\s+/g, ' ').trim(),
    text: `${[...parts.map(asText), `-- \n${end.join('\n')}`].join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8">`,
      `<meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>`,
      `<body style="${style.body}"><div style="${style.page}">`,
      ...parts.map(asHtml),
      `<hr style="${style.line}">`,
      ...smallPrint,
      lastLink ?? '',
      '</div></body></html>',
    ].join('\n'),
  }
}

const style = {
  body: 'margin:0;background:#f6f7f9;color:#1d2430;font:16px/1.5 system-ui,sans-serif',
  page: 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff',
  heading: 'margin:24px 0 8px;font-size:18px',
  table: 'width:100%;border-collapse:collapse',
  name: 'padding:6px 8px 6px 0;border-bottom:1px solid #e6e9ee;overflow-wrap:anywhere',
  figure: 'padding:6px 8px;border-bottom:1px solid #e6e9ee;text-align:right;font-weight:600',
  note: 'padding:6px 0 6px 8px;border-bottom:1px solid #e6e9ee;text-align:right;color:#5b6472',
  button:
    'display:inline-block;padding:10px 16px;border-radius:8px;background:#1d2430;color:#ffffff;text-decoration:none',
  line: 'margin:32px 0 12px;border:0;border-top:1px solid #e6e9ee',
  small: 'margin:4px 0;font-size:13px;color:#5b6472',
}

function asText(part: EmailPart): string {
  if ('heading' in part) return `${part.heading}\n${'='.repeat(part.heading.length)}`
  if ('paragraph' in part) return part.paragraph
  if ('link' in part) return `${part.link}: ${part.href}`
  return part.rows
    .map(([name, figure, note]) => `${name}: ${figure}${note === '' ? '' : ` (${note})`}`)
    .join('\n')
}

function asHtml(part: EmailPart): string {
  if ('heading' in part) return `<h2 style="${style.heading}">${escapeHtml(part.heading)}</h2>`
  if ('paragraph' in part) return `<p>${escapeHtml(part.paragraph).replaceAll('\n', '<br>')}</p>`
  if ('link' in part) {
    return `<p><a href="${escapeHtml(part.href)}" style="${style.button}">${escapeHtml(part.link)}</a></p>`
  }
  const rows = part.rows.map(
    ([name, figure, note]) =>
      `<tr><td style="${style.name}">${escapeHtml(name)}</td><td style="${style.figure}">${escapeHtml(figure)}</td><td style="${style.note}">${escapeHtml(note)}</td></tr>`,
  )
  return `<table role="presentation" style="${style.table}">${rows.join('')}</table>`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
