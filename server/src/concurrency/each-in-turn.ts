/** How many failures are named. */
const mostNamed = 10

/**
 * Does a job's work for one item after the other. What fails for one does not keep the others from their turn: it is
 * thrown at the end, so that the job is logged as failed and tried again.
 */
export async function eachInTurn<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  { nameOf, shouldStop }: { nameOf: (item: Item) => string; shouldStop: () => boolean },
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: Error[] = []
  let failed = 0
  for await (const item of items) {
    if (shouldStop()) break
    try {
      await work(item)
    } catch (cause) {
      failed += 1
      if (failed <= mostNamed) failures.push(new Error(nameOf(item), { cause }))
    }
  }
  if (failed > 0) throw new AggregateError(failures, `failed for ${failed}`)
}
