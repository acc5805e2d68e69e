// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const control = /[\u0000-\u001f\u007f\u0080-\u009f]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const controls = /[\u0000-\u001f\u007f\u0080-\u009f]+/g

/**
 * Free text as it may be stored: control characters become one space, lone halves of surrogate
 * pairs (which no UTF-8 can hold) and NUL become U+FFFD, and nothing is left at the ends.
 */
export function cleanText(text: string): string {
  let clean = text
  if (control.test(clean)) {
    clean = clean.replaceAll('\u0000', '\ufffd').replace(controls, ' ')
  }
  return (clean.isWellFormed() ? clean : clean.toWellFormed()).trim()
}
