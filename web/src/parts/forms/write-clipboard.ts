/**
 * Copies a text. Browsers have no `navigator.clipboard` on plain http other than localhost, where many try Tributary
 * first; the older command works there. Rejects if the browser refuses.
 */
export async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', fill, { once: true })
  const isCopied = document.execCommand('copy')
  document.removeEventListener('copy', fill)
  if (!isCopied) throw new Error('the browser copied nothing')
}
