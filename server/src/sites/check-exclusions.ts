import { isIP } from 'node:net'
import { AppError } from '../errors.ts'

/** The addresses and networks, trimmed, each once. */
export function checkAddresses(list: readonly string[]): string[] {
  return checked(
    list,
    'excludedAddresses',
    isAddress,
    'an IP address or a network such as 203.0.113.0/24',
  )
}

/** The paths, trimmed, each once. */
export function checkPaths(list: readonly string[]): string[] {
  const isPath = (path: string) => path.startsWith('/') && path.length <= 255
  return checked(list, 'excludedPaths', isPath, 'a path such as /admin/*')
}

function checked(
  list: readonly string[],
  field: string,
  isGood: (text: string) => boolean,
  what: string,
): string[] {
  const cleaned = [...new Set(list.map((text) => text.trim()).filter((text) => text !== ''))]
  const bad = cleaned.find((text) => !isGood(text))
  if (bad === undefined && cleaned.length <= 100) return cleaned
  const problem = bad === undefined ? 'has more than 100 lines' : `must hold ${what}, not ${bad}`
  throw new AppError('invalid', `${field} ${problem}`)
}

function isAddress(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}
