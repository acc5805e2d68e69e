import { texts } from '../texts/texts.ts'

/** A rate's 95 % confidence interval, and whether that is too wide to trust. */
export interface RateInterval {
  low: number
  high: number
  uncertain: boolean
}

/** An interval as a sentence, with a warning if it is based on few visitors. */
export function intervalText(
  { low, high, uncertain }: RateInterval,
  write: (value: number) => string,
): string {
  const sentence = texts.intervals.between(write(low), write(high))
  return uncertain ? `${sentence} ${texts.intervals.uncertain}` : sentence
}
