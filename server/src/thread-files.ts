/** The files that the server's threads run. Tests use the built ones, which load in a fifth of the time. */
export const threadFiles = {
  /** Computes reports. */
  answers: new URL('./answer-thread.ts', import.meta.url),
  /** Loaded by the thread of the control store's SQLite connection. */
  commands: new URL('./control-commands.ts', import.meta.url),
}
