/** A line of a text file, without its end. */
export interface Line {
  /** From 1. */
  number: number
  text: string
  /** Whether it was longer than a line may be; then `text` is empty. */
  isTooLong: boolean
}

/** No line that any tool writes is longer; a file without line ends must not fill the memory. */
export const longestLineBytes = 1024 * 1024

const newline = 10

/**
 * The lines of a file as its bytes arrive. A last line without an end counts too. Node's own reader of lines also ends
 * them at U+2028 and U+2029, which JSON may contain.
 */
export async function* linesOf(
  bytes: AsyncIterable<Buffer>,
  longestBytes = longestLineBytes,
): AsyncGenerator<Line> {
  let pending: Buffer[] = []
  let length = 0
  let number = 1
  const take = (last: Buffer): Line => {
    const isTooLong = length + last.length > longestBytes
    const whole = pending.length === 0 ? last : Buffer.concat([...pending, last])
    pending = []
    length = 0
    return { number: number++, text: isTooLong ? '' : textOf(whole, number === 2), isTooLong }
  }
  for await (const chunk of bytes) {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      yield take(chunk.subarray(start, end))
      start = end + 1
    }
    const rest = chunk.subarray(start)
    length += rest.length
    // What is beyond the limit is only counted.
    if (length <= longestBytes) pending.push(rest)
    else pending = []
  }
  if (length > 0) yield take(Buffer.alloc(0))
}

function textOf(line: Buffer, isFirst: boolean): string {
  const text = line.toString('utf8')
  const plain = isFirst && text.startsWith('\ufeff') ? text.slice(1) : text
  return plain.endsWith('\r') ? plain.slice(0, -1) : plain
}
