import type { Browser } from 'playwright-core'
import { openChromium } from './open-chromium.ts'

let shared: Promise<Browser> | undefined

/**
 * A browser for all test files of a worker, in which every host below `.test` is this machine: each page has its own
 * profile. It ends with the worker.
 */
export function sharedBrowser(): Promise<Browser> {
  shared ??= openChromium([
    '--host-resolver-rules=MAP *.test 127.0.0.1',
    // A tenth less CPU than with a separate network process.
    '--enable-features=NetworkServiceInProcess2',
    // A sixth less: tests close their pages before optimised code or frequent garbage collection pays off.
    '--js-flags=--max-lazy --no-opt --no-maglev --min-semi-space-size=16 --semi-space-growth-factor=4',
  ])
  return shared
}
