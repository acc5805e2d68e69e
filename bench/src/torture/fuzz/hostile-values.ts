import type { Random } from '../../demo/random.ts'

/** Texts that have broken something somewhere. */
const texts = [
  '',
  ' ',
  '0',
  '-1',
  '1e400',
  'NaN',
  'null',
  '\0',
  '\ud800',
  '\u202e',
  'İ',
  '💥'.repeat(50),
  '../../../../etc/passwd',
  '..%2f..%2fsecret',
  'C:\\',
  '%00',
  '%',
  '%c0%af',
  'http://127.0.0.1:1/',
  "' or 1=1 --",
  '"; drop table events; --',
  '{x:String}',

  '{{7*7}}',
  '=cmd()',
  '-2+3',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'Europe/Berlin',
  "UTC'",
  'USD',
  'XXX',
  '2026-11-20T09:30:00.000Z',
  '9999-12-31',
  '-000001-01-01',
  '2026-02-30',
  '(a+)+$',
  '[',
  '(?:',
  'a'.repeat(5_000),
  'pay_4fK9sQ2mXr7TbVw1Lz0C',
  'a@b.example',
  '\r\nset-cookie: a=b',
  '\u2028',
]
const numbers = [0, -0, 1, -1, 0.1, 1e-9, 19.999, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 1e21]
const names = ['__proto__', 'constructor', 'siteId', 'toString', 'visitorId', 'amount', '']

export function hostileText(random: Random): string {
  if (random.chance(0.2)) {
    const length = random.between(0, 40)
    return String.fromCharCode(...Array.from({ length }, () => random.between(0, 0xffff)))
  }
  return texts[random.between(0, texts.length - 1)] as string
}

function hostileValue(random: Random): unknown {
  switch (random.between(0, 7)) {
    case 0:
      return numbers[random.between(0, numbers.length - 1)]
    case 1:
      return null
    case 2:
      return random.chance(0.5)
    case 3:
      return Array.from({ length: random.between(0, 2_000) }, () => 'x')
    case 4:
      return nested(random.between(1, 3_000))
    case 5:
      return { [hostileText(random)]: hostileText(random) }
    default:
      return hostileText(random)
  }
}

/** The same value with one place changed: replaced, left out, added or doubled. */
export function mutateValue(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.1)) return hostileValue(random)
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(0.2)) return [...value, hostileValue(random)]
    const at = random.between(0, value.length - 1)
    if (random.chance(0.2)) return value.toSpliced(at, 1)
    return value.with(at, mutateValue(random, value[at]))
  }
  const entries = Object.entries(value)
  const at = random.between(0, Math.max(0, entries.length - 1))
  const [name, part] = entries[at] ?? ['', undefined]
  if (entries.length === 0 || random.chance(0.15)) {
    const added = names[random.between(0, names.length - 1)] as string
    return Object.fromEntries([...entries, [added, hostileValue(random)]])
  }
  if (random.chance(0.15)) return Object.fromEntries(entries.toSpliced(at, 1))
  return Object.fromEntries(entries.with(at, [name, mutateValue(random, part)]))
}

/** Bytes with some flipped, put in, taken out or cut off. */
export function mutateBytes(random: Random, bytes: Buffer): Buffer {
  let changed = Buffer.from(bytes)
  const times = random.between(1, 6)
  for (let n = 0; n < times; n++) {
    const at = random.between(0, Math.max(0, changed.length - 1))
    const some = Buffer.from([random.between(0, 255), random.between(0, 255)])
    const tail = random.chance(0.1) ? Buffer.alloc(0) : changed.subarray(at + random.between(0, 2))
    changed = Buffer.concat([changed.subarray(0, at), some.subarray(0, random.between(0, 2)), tail])
  }
  return changed
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let n = 0; n < depth; n++) value = n % 2 === 0 ? [value] : { a: value }
  return value
}
