/** Where a command writes its output. */
export interface Print {
  out(text: string): void
  err(text: string): void
}

/** A command's result, for programs and for people. */
export interface Answer {
  json: object
  text: string
  /** Exit code of a command that ran and found a problem. */
  failed?: boolean
}

export type Give = (answer: Answer) => void

export function printAnswer(print: Print, asJson: boolean, answer: Answer): void {
  print.out(`${asJson ? JSON.stringify(answer.json) : answer.text}\n`)
}

export function printError(
  print: Print,
  asJson: boolean,
  error: { kind: string; message: string },
): void {
  if (asJson) print.out(`${JSON.stringify({ error })}\n`)
  print.err(`${error.message}\n`)
}

/** Rows under their headings, each column as wide as its widest cell. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  return [headings, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
