import { ownPath as pathOn } from '@tributary/contract/own-path.ts'

/** Careful: the address comes from outside, so only a path of this very origin is followed. */
export function ownPath(to: string | string[] | undefined): string {
  return typeof to === 'string' ? pathOn(to, location.origin) : '/'
}
