/** A table as CSV (RFC 4180), with the byte order mark by which spreadsheets recognise UTF-8. */
export function writeCsv(head: readonly string[], rows: readonly (string | number | null)[][]) {
  const lines = [head, ...rows].map((cells) => cells.map(writeCell).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function writeCell(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  // Text from visitors must not become a formula in the spreadsheet that opens it.
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
