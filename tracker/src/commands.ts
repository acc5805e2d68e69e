import { sendGoal } from './goals.ts'
import { viewPage } from './page-views.ts'
import { type Details, send } from './send.ts'

/** A goal's name, or the visitor's identity. */
type Subject = string & Details

/** `tributary('goal', 'signup', { value: 9.5, plan: 'pro' })`, callable before this script has loaded. */
type Call = [command: string, subject?: Subject, options?: Record<string, unknown>]

declare global {
  interface Window {
    tributary?: ((...call: Call) => void) & { q?: Call[] }
  }
}

type Command = (subject?: Subject, options?: Record<string, unknown>) => void

const commands: Record<string, Command> = {
  goal: sendGoal,
  pageview: () => viewPage(true),
  ...(isWhole && {
    // `options` contains the signatures, if the site's server made some.
    identify: (subject, options) =>
      send('identify', { ...options, userId: subject?.userId, email: subject?.email }),
  }),
}

/** Makes `tributary(…)` work for the page, first for the calls that were queued before. */
export function openCommands(): void {
  const waiting = window.tributary?.q
  const run = (command: string, subject?: Subject, options?: Record<string, unknown>) =>
    commands[command]?.(subject, options)
  window.tributary = run
  waiting?.map((call) => run(...call))
}
