/** How long a request may wait for its answer; proxies give up after 60 seconds. */
export const longestWaitMs = 40_000

/** The result of some work, or false if it takes longer; it continues nevertheless. */
export async function within<T>(work: Promise<T>, patienceMs: number): Promise<T | false> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, patienceMs, false)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
