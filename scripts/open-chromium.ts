import { type Browser, chromium } from 'playwright-core'
import { findChromium } from './test-services.ts'

/**
 * A headless browser installed on this machine, without background network requests. `more` are further arguments of
 * Chromium's. Throws with the remedy when there is none.
 */
export async function openChromium(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) {
    throw new Error(
      'There is no Chromium. As root on Debian: apt-get install chromium-headless-shell',
    )
  }
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  })
}
