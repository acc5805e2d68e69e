import { appendFile, copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aFolder, aLine, idsIn, silent, textIn } from '../../test/journal-folder.ts'
import { type JournalOptions, openJournal } from './journal.ts'

const folder = () => aFolder(onTestFinished)

async function open(directory: string, limits: JournalOptions['limits'] = {}) {
  const journal = await openJournal({ directory, logger: silent, limits })
  onTestFinished(() => journal.close())
  return journal
}

/** A folder in the state after a crash: one segment that was still being written. */
async function crashedWith(bytes: Buffer): Promise<string> {
  const directory = await folder()
  await writeFile(join(directory, '1700000000000-abcdef.open'), bytes)
  return directory
}

async function recovered(directory: string): Promise<unknown[]> {
  const journal = await openJournal({ directory, logger: silent })
  await journal.close()
  return idsIn(directory)
}

async function deadLettersIn(directory: string): Promise<{ reason: string; line?: string }[]> {
  const place = join(directory, 'dead-letters')
  const texts = (await readdir(place)).map((name) => readFile(join(place, name), 'utf8'))
  const lines = (await Promise.all(texts)).join('').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}

describe('appending', () => {
  it('keeps what concurrent callers hand in, each line once and as it was', async () => {
    const directory = await folder()
    const journal = await open(directory)
    const lines = Array.from({ length: 500 }, (_, id) => aLine(id, 'ü😀'))
    await Promise.all(lines.map((line) => journal.append([line])))
    await journal.close()
    expect((await textIn(directory)).split('\n').sort()).toEqual(lines.join('').split('\n').sort())
  })

  it('keeps the lines of one call together and in order', async () => {
    const directory = await folder()
    const journal = await open(directory)
    await Promise.all([journal.append([aLine(1), aLine(2), aLine(3)]), journal.append([aLine(4)])])
    await journal.close()
    expect(await idsIn(directory)).toEqual([1, 2, 3, 4])
  })

  it('begins a new segment when one is full', async () => {
    const directory = await folder()
    const journal = await open(directory, { segmentBytes: 300 })
    for (let id = 0; id < 10; id++) await journal.append([aLine(id, 'x'.repeat(100))])
    await journal.close()
    expect((await readdir(directory)).filter((name) => name.endsWith('.sealed'))).toHaveLength(5)
    expect(await idsIn(directory)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('finishes what was handed in before it closes, and takes nothing afterwards', async () => {
    const directory = await folder()
    const journal = await open(directory)
    const handedIn = Array.from({ length: 50 }, (_, id) =>
      journal.append([aLine(id, 'x'.repeat(90_000))]),
    )
    const closed = journal.close()
    await expect(journal.append([aLine('late')])).rejects.toMatchObject({ kind: 'unavailable' })
    await Promise.all([...handedIn, closed])
    expect(await idsIn(directory)).toHaveLength(50)
  })

  it('locks its folder against a second journal', async () => {
    const directory = await folder()
    const journal = await open(directory)
    await expect(openJournal({ directory, logger: silent })).rejects.toThrow('another process')
    await journal.close()
    await expect(recovered(directory)).resolves.toEqual([])
  })
})

describe('refusing', () => {
  it('refuses lines beyond the limit of the backlog, and says when to come back', async () => {
    const journal = await open(await folder(), { backlogBytes: 500 })
    for (let id = 0; id < 4; id++) await journal.append([aLine(id, 'x'.repeat(100))])
    await expect(journal.append([aLine(4)])).rejects.toMatchObject({
      kind: 'unavailable',
      retryAfterSeconds: 10,
    })
    expect(journal.stats()).toMatchObject({ appended: 4, refused: 1 })
  })

  it('refuses lines beyond the limit of the queue in memory', async () => {
    const journal = await open(await folder(), { queueLength: 1000 })
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, id) => journal.append([aLine(id, 'x'.repeat(100))])),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
    await journal.append([aLine('later')])
  })
})

it('refuses new lines while earlier ones wait too long for the disk', async () => {
  const journal = await open(await folder(), { queueMs: 100 })
  const first = [journal.append([aLine(1)]), journal.append([aLine(2)])]
  const endMs = performance.now() + 110
  while (performance.now() < endMs);
  await expect(journal.append([aLine(3)])).rejects.toMatchObject({
    kind: 'unavailable',
    retryAfterSeconds: 2,
  })
  await Promise.all(first)
  await journal.append([aLine(4)])
})

describe('recovering', () => {
  const lines = [1, 2, 3].map((id) => Buffer.from(aLine(id, 'some text')))
  const whole = Buffer.concat(lines)

  it('has everything when the process was killed', async () => {
    expect(await recovered(await crashedWith(whole))).toEqual([1, 2, 3])
  })

  it('cuts a torn tail without calling it damage', async () => {
    const directory = await crashedWith(Buffer.concat([whole, whole.subarray(0, 20)]))
    expect(await recovered(directory)).toEqual([1, 2, 3])
    expect(await deadLettersIn(directory)).toEqual([])
  })

  it('quarantines a damaged line and keeps its neighbours', async () => {
    const damaged = Buffer.from(whole)
    damaged.write('X', (lines[0] as Buffer).length + 30)
    const directory = await crashedWith(damaged)
    expect(await recovered(directory)).toEqual([1, 3])
    expect(await deadLettersIn(directory)).toMatchObject([{ reason: 'damaged on disk' }])
  })

  it('finds nothing more to do the second time', async () => {
    const directory = await crashedWith(whole)
    await recovered(directory)
    const before = await readdir(directory)
    expect(await recovered(directory)).toEqual([1, 2, 3])
    expect(await readdir(directory)).toEqual(before)
  })

  it('does not count a line twice when the crash came before the damaged file was removed', async () => {
    const damaged = Buffer.from(whole)
    damaged.write('X', 30)
    const directory = await crashedWith(damaged)
    await copyFile(join(directory, '1700000000000-abcdef.open'), join(directory, 'copy'))
    await recovered(directory)
    await copyFile(join(directory, 'copy'), join(directory, '1700000000000-abcdef.open'))
    expect(await recovered(directory)).toEqual([2, 3])
  })

  it('ignores pieces of a segment that is still there', async () => {
    const directory = await crashedWith(whole)
    await recovered(directory)
    const [name = ''] = (await readdir(directory)).filter((one) => one.endsWith('.sealed'))
    await copyFile(join(directory, name), join(directory, name.replace('f-', 'f.0-')))
    expect(await recovered(directory)).toEqual([1, 2, 3])
  })

  it('leaves files alone that are not its own', async () => {
    const directory = await crashedWith(whole)
    await mkdir(join(directory, 'other'))
    await appendFile(join(directory, 'notes.txt'), 'mine')
    await recovered(directory)
    expect((await stat(join(directory, 'notes.txt'))).size).toBe(4)
  })

  it('never loses an acknowledged line and never makes one up, whatever happens to the tail', async () => {
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 12 })
    const tail = fc.oneof(
      fc.record({ kind: fc.constant('garbage'), bytes: fc.uint8Array({ maxLength: 300 }) }),
      fc.record({ kind: fc.constant('zeros'), bytes: fc.constant(new Uint8Array(512)) }),
      fc.record({ kind: fc.constant('torn line'), bytes: fc.constant(new Uint8Array(0)) }),
    )
    await fc.assert(
      fc.asyncProperty(texts, tail, fc.nat(), async (acknowledged, { kind, bytes }, cut) => {
        const intact = acknowledged.map((text) => aLine(text))
        const torn = aLine('never acknowledged', 'tail')
        const rest = kind === 'torn line' ? torn.slice(0, cut % (torn.length - 1)) : bytes
        const directory = await crashedWith(
          Buffer.concat([Buffer.from(intact.join('')), Buffer.from(rest)]),
        )
        expect(await recovered(directory)).toEqual(acknowledged)
      }),
      { numRuns: 40 },
    )
  })
})
