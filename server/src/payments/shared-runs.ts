/**
 * Shares work between callers: each gets a run that began after the call, so that it
 * covers everything the caller did before. During a run, all further callers wait for the same next one.
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
