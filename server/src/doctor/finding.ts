/** What a look found. A look throws what keeps the installation from working. */
export interface Finding {
  /** Nothing is broken, and something ought to be done. */
  level?: 'warning'
  /** What was found, and what to do if it is a problem. */
  message: string
}
