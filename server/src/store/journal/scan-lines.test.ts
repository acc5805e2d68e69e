import { describe, expect, it } from 'vitest'
import { aLine } from '../../test/journal-folder.ts'
import { isWholeLine } from './line-check.ts'
import { scanLines } from './scan-lines.ts'

const first = Buffer.from(aLine('first', 'plain'))
const second = Buffer.from(aLine('second', 'héllo "_c":"00000000"} {"'))
const third = Buffer.from(aLine('third', '😀 last'))
const all = Buffer.concat([first, second, third])

/** The ids of the intact lines, and whether every one of them is exactly a line that was written. */
function found(bytes: Buffer) {
  const scan = scanLines(bytes)
  const written = [first, second, third]
  const invented = scan.whole.filter((line) => !written.some((one) => one.equals(line)))
  expect(invented).toEqual([])
  return { ...scan, ids: scan.whole.map((line) => JSON.parse(line.toString()).id) }
}

describe('scanning journal bytes', () => {
  it.each(['{"a":1,"_c":"4a77cdcd"}', '{"path":"/é","_c":"93494f98"}', '{"n":9,"_c":"00fed014"}'])(
    'knows a line that an earlier version wrote: %s',
    (line) => expect(isWholeLine(Buffer.from(line))).toBe(true),
  )

  it('finds every line that was written', () => {
    expect(found(all)).toMatchObject({
      ids: ['first', 'second', 'third'],
      damaged: [],
      tornBytes: 0,
    })
  })

  it('loses only the last line when it is cut at any byte', () => {
    const start = first.length + second.length
    for (let end = start; end < all.length - 1; end++) {
      const scan = found(all.subarray(0, end))
      expect(scan.ids).toEqual(['first', 'second'])
      expect(scan.tornBytes).toBe(end - start)
    }
    expect(found(all.subarray(0, all.length - 1)).ids).toEqual(['first', 'second', 'third'])
  })

  it('rejects exactly the damaged line, whichever of its bits is flipped', () => {
    for (let bit = 0; bit < second.length * 8; bit++) {
      const damaged = Buffer.from(all)
      const place = first.length + (bit >> 3)
      damaged[place] = (damaged[place] as number) ^ (1 << (bit & 7))
      const isLineEnd = bit >> 3 === second.length - 1
      const scan = found(damaged)
      expect(scan.ids).toEqual(isLineEnd ? ['first', 'second', 'third'] : ['first', 'third'])
      expect(scan.damaged.length > 0).toBe(!isLineEnd)
    }
  })

  it('takes a tail of zeros for a write that never happened', () => {
    const scan = found(Buffer.concat([all, Buffer.alloc(4096)]))
    expect(scan).toMatchObject({ ids: ['first', 'second', 'third'], damaged: [], tornBytes: 4096 })
  })

  it('keeps the lines after a page that came back as zeros', () => {
    const hole = Buffer.from(all)
    hole.fill(0, first.length, first.length + second.length)
    expect(found(hole).ids).toEqual(['first', 'third'])
    hole.fill(0, first.length - 10, first.length + 20)
    expect(found(hole).ids).toEqual(['third'])
  })

  it('finds no lines in arbitrary bytes', () => {
    expect(found(Buffer.from('\n\n{"a":1}\nnonsense')).ids).toEqual([])
    expect(found(Buffer.alloc(0))).toMatchObject({ ids: [], damaged: [], tornBytes: 0 })
    expect(isWholeLine(Buffer.from('"_c":"00000000"}'))).toBe(false)
  })
})
