/**
 * Makes work that callers share: whoever asks gets a run that began after they asked, so that it
 * covers what they did before. While one run goes on, everyone else waits for the same next one.
 */
export function sharedRuns(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = () => {
    next = undefined
    const run = work().finally(() => {
      if (current === run) current = undefined
    })
    current = run
    return run
  }
  return () => {
    if (current === undefined) return start()
    // The next run begins however the current one ends; its failure is its own callers' to hear.
    next ??= current.then(start, start)
    return next
  }
}
