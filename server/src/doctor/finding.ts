/** The result of a check. A check throws if it finds something that keeps the installation from working. */
export interface Finding {
  /** Nothing is broken, but something should be done. */
  level?: 'warning'
  /** What was found, and what to do if it is a problem. */
  message: string
}
