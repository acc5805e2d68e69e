/** A text as all stores can hold it: Postgres has no U+0000, and lone surrogates are no UTF-8. */
export function storedText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
