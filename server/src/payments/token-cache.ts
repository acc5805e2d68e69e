import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Access tokens obtained for keys, in memory only. */
export interface TokenCache {
  /** The cached token, or the one that `fetch` obtains, and its lifetime. Throws if no header can hold it. */
  get(cacheKey: string, fetch: () => Promise<{ token: string; seconds: number }>): Promise<string>
  delete(cacheKey: string): void
}

/** A token is not used in its last minutes, so that it does not expire on the way. */
const marginSeconds = 5 * 60
const longestSeconds = 24 * 60 * 60

export function openTokenCache(): TokenCache {
  const tokens = new LRUCache<string, string>({ max: 200, ttlAutopurge: false })
  return {
    async get(cacheKey, fetch) {
      const known = tokens.get(cacheKey)
      if (known !== undefined) return known
      const { token, seconds } = await fetch()
      if (!/^[ -~]+$/.test(token))
        throw new Error('the access token has other characters than ASCII')
      const goodFor = Math.min(seconds - marginSeconds, longestSeconds)
      if (goodFor > 0) tokens.set(cacheKey, token, { ttl: goodFor * 1000 })
      return token
    },
    delete: (cacheKey) => void tokens.delete(cacheKey),
  }
}

/** A cache key for a token, derived from its request without containing it. */
export function tokenCacheKey(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
