/** What runs on the server's threads. Tests name the built files, which load in a fifth of the time. */
export const threadFiles = {
  /** Computes reports. */
  answers: new URL('./answer-thread.ts', import.meta.url),
  /** Loaded by the thread of the control store's SQLite connection. */
  commands: new URL('./control-commands.ts', import.meta.url),
}
