/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  /** True with the given probability. */
  chance(probability: number): boolean
  /** Exponentially distributed with the given mean. */
  exponential(mean: number): number
  /** 20 characters of base 36, about 100 bits. */
  id(): string
}

/** xoshiro128** (Blackman and Vigna), seeded through splitmix32; public-domain algorithms. */
export function seededRandom(seed: number): Random {
  let mix = seed >>> 0
  const splitmix = () => {
    mix = (mix + 0x9e3779b9) >>> 0
    let z = mix
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b)
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35)
    return (z ^ (z >>> 16)) >>> 0
  }
  let [a, b, c, d] = [splitmix(), splitmix(), splitmix(), splitmix()]
  const rotate = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits))
  const uint32 = () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0
    const t = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = rotate(d, 11)
    return result
  }
  const next = () => uint32() / 2 ** 32
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    exponential: (mean) => -mean * Math.log(1 - next()),
    id: () =>
      Array.from({ length: 4 }, () => (uint32() % 36 ** 5).toString(36).padStart(5, '0')).join(''),
  }
}

/** Picks from a list in proportion to the weights; made once, used often. */
export function weighted<T>(choices: readonly (readonly [T, number])[]): (random: Random) => T {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0)
  return (random) => {
    let rest = random.next() * total
    for (const [choice, weight] of choices) {
      rest -= weight
      if (rest < 0) return choice
    }
    return (choices[choices.length - 1] as readonly [T, number])[0]
  }
}
