import Type from 'typebox'

/**
 * Types for columns of an answer. ClickHouse sends 64-bit integers as strings, truth values of comparisons as 0 and
 * 1, and times as text; these decode them, and throw if a digit would be lost.
 */

const safeInteger = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
})

/** Any integer column. Throws beyond 2^53 rather than round. */
export const wholeNumber = Type.Decode(
  Type.Union([safeInteger, Type.String({ pattern: '^-?[0-9]{1,20}$' })]),
  (value): number => {
    const whole = Number(value)
    if (!Number.isSafeInteger(whole)) throw new RangeError(`${value} is beyond 2^53`)
    return whole
  },
)

/**
 * A column of toFloat64, which needs no decoding: that takes 60 µs a row, more than a second for a question with
 * 20,000 of them. Fails beyond 2^53 rather than round.
 */
export const plainNumber = safeInteger

/**
 * A sum of money in minor units, as toFloat64. Beyond 2^53 it is rounded to what a double holds: failing would hide
 * the payments with a wrong amount, and the other sites of the same answer
 * (docs/decisions/0125-let-no-site-stop-another.md).
 */
export const moneySum = Type.Number()

/** A UInt8 from a comparison, or a Bool column. */
export const flag = Type.Decode(
  Type.Union([Type.Boolean(), Type.Literal(0), Type.Literal(1)]),
  (value): boolean => value === true || value === 1,
)

/** A DateTime or DateTime64 column in UTC, as milliseconds since 1970. */
export const timeMs = Type.Decode(
  Type.String({
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?$',
  }),
  (value): number => Date.parse(`${value.replace(' ', 'T')}Z`),
)
