import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * Where this process caches compiled code, to be shared with its threads and children; undefined without a cache.
 * Node returns its own version's folder inside the one it was given.
 */
export function compileCacheFolder(): string | undefined {
  const ofVersion = getCompileCacheDir()
  return ofVersion === undefined ? undefined : dirname(ofVersion)
}
