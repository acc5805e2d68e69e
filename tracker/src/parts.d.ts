/** Whether the script is built with everything; false in the small one. Set by tracker/build.ts. */
declare const isWhole: boolean

/** In parts/goals.ts, by the server: each goal with the selector of what is clicked or, for a form, submitted. */
declare const goalRules: [goal: string, selector: string][]

/** In parts/pick.ts, by the server: the dashboard that waits for an element, and its language. */
declare const pick: { origin: string; language: 'en' | 'de' | 'es' }
