import type { Browser } from 'playwright-core'
import { openChromium } from '../../scripts/open-chromium.ts'

/** A browser for which every host below `.test` is this machine. */
export function openBrowser(): Promise<Browser> {
  return openChromium(['--host-resolver-rules=MAP *.test 127.0.0.1'])
}
