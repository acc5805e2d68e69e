/** Whether the full script is built; false for the small one. Set by tracker/build.ts. */
declare const isWhole: boolean

/**
 * For parts/goals.ts, set by the server: each goal with the selector of what is clicked or, for a form, submitted.
 */
declare const goalRules: [goal: string, selector: string][]

/** For parts/pick.ts, set by the server: the dashboard that waits for an element, and its language. */
declare const pick: { origin: string; language: 'en' | 'de' | 'es' }
