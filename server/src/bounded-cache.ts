import { LRUCache } from 'lru-cache'

/**
 * Remembers at most `max` entries, those used last. Memory grows with what is remembered: with the library's own `max`
 * it would reserve room for all of them at the start (8 MB for those of an idle server).
 */
export function boundedCache<Key extends {}, Value extends {}>(
  max: number,
  options: Pick<LRUCache.Options<Key, Value, unknown>, 'dispose'> = {},
): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({ maxSize: max, sizeCalculation: () => 1, ...options })
}
