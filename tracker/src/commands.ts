import { sendGoal } from './goals.ts'
import { guarded } from './guard.ts'
import { viewPage } from './page-views.ts'
import { type Details, send } from './send.ts'

/** `tributary('goal', 'signup', { value: 9.5, plan: 'pro' })`, callable before this script has loaded. */
type Call = [command: string, subject?: unknown, options?: Record<string, unknown>]

declare global {
  interface Window {
    tributary?: ((...call: Call) => void) & { q?: Call[] }
  }
}

const commands: Record<string, (subject: unknown, options?: Record<string, unknown>) => void> = {
  goal: sendGoal,
  // `options` brings the signatures, where the site's server made some.
  identify: (subject, options) => {
    const { userId, email } = subject as Details
    send('identify', { ...options, userId, email })
  },
  pageview: () => viewPage(true),
}

const run = guarded((...[command, subject, options]: Call) => commands[command]?.(subject, options))

/** Makes `tributary(…)` work for the page, first for the calls that were queued before. */
export function openCommands(): void {
  const waiting = window.tributary?.q
  window.tributary = run
  for (const call of waiting ?? []) run(...call)
}
