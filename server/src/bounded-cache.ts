import { LRUCache } from 'lru-cache'

/**
 * Caches at most `max` entries, the most recently used. Memory grows with the entries: with the library's own `max`
 * it would reserve space for all of them at the start (8 MB for those of an idle server).
 */
export function boundedCache<Key extends {}, Value extends {}>(
  max: number,
  options: Pick<LRUCache.Options<Key, Value, unknown>, 'dispose'> = {},
): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({ maxSize: max, sizeCalculation: () => 1, ...options })
}

const mostTexts = 1_000
/** Longer ones are rare and mostly unique. */
const longestText = 500

/** Reads texts with a pure function, and caches its results for the most recent ones. */
export function remembering<Answer>(read: (text: string) => Answer): (text: string) => Answer {
  const known = boundedCache<string, NonNullable<Answer>>(mostTexts)
  return (text) => {
    const remembered = known.get(text)
    if (remembered !== undefined) return remembered
    const answer = read(text)
    if (answer !== undefined && answer !== null && text.length <= longestText) {
      known.set(text, answer)
    }
    return answer
  }
}
