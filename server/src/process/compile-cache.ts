import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * Where this process keeps compiled code, for its threads and children to share; nothing if it keeps none.
 * Node answers with its own version's folder inside the one that it was given.
 */
export function compileCacheFolder(): string | undefined {
  const ofVersion = getCompileCacheDir()
  return ofVersion === undefined ? undefined : dirname(ofVersion)
}
