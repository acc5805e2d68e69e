const fnvOffset = 2_166_136_261
const fnvPrime = 16_777_619

/** One step of FNV-1a. Products of two UInt32 are UInt64, whose upper half is dropped. */
const hashed = (sum: string, byte: string) => `toUInt32(bitXor(${sum}, ${byte}) * ${fnvPrime})`

const bytesAtOnce = 32
const bytesOfWord = 8

const words = Array.from(
  { length: bytesAtOnce / bytesOfWord },
  (_, at) =>
    `reinterpretAsUInt64(substring(visitor_id, ${at * bytesOfWord + 1}, ${bytesOfWord})) as word${at}`,
)

/** A shorter id is followed by zeros. */
const firstBytes = Array.from(
  { length: bytesAtOnce },
  (_, at) =>
    `toUInt8(bitShiftRight(word${Math.floor(at / bytesOfWord)}, ${(at % bytesOfWord) * 8}))`,
)

/** 0x359c449b is the inverse of the prime modulo 2³²; to the power of each place. */
const inversePowers = firstBytes.reduce<number[]>(
  (powers) => [...powers, Math.imul(powers.at(-1) ?? 1, 0x359c449b) >>> 0],
  [1],
)

/** A zero that follows an id only multiplied the sum by the prime: the inverse takes it out again. */
const hashedFirst = `toUInt32(${firstBytes.reduce(hashed, `toUInt32(${fnvOffset})`)}
        * [${inversePowers}]::Array(UInt32)[greatest(${bytesAtOnce} - toInt64(length(visitor_id)), 0) + 1])`

/** An expression with a value that is used twice. As an alias it would be analysed twice, with all that it is made of. */
const using = (value: string, expression: string) => `arrayMap(x -> ${expression}, [${value}])[1]`

const mixed = (value: string, shift: number, factor: number) =>
  using(value, `toUInt32(bitXor(x, bitShiftRight(x, ${shift})) * ${factor})`)

const fnv = `arrayFold((sum, byte) -> ${hashed('sum', 'byte')},
        arrayMap(byte -> reinterpretAsUInt8(byte), splitByString('', substring(visitor_id, ${bytesAtOnce + 1}))),
        ${hashedFirst})`

/**
 * Columns of a `select` that has `visitor_id`. The last is `name_hash`, the number by which `personName` of the contract
 * chooses the words of a name: FNV-1a over the bytes of an id, then murmur3's last steps.
 *
 * The first 32 bytes, which include nearly every id of the tracker, are hashed by arithmetic on whole columns. Bytes in
 * arrays take three to four times as long.
 */
export const nameHashSql = `
      ${words.join(', ')},
      ${using(mixed(mixed(fnv, 16, 2_246_822_507), 13, 3_266_489_909), 'bitXor(x, bitShiftRight(x, 16))')} as name_hash`
