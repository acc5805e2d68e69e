import { describe, expect, it, onTestFinished } from 'vitest'
import { canTrace, recoveredIds, runJournal } from '../../test/faulty-journal.ts'
import { aFolder } from '../../test/journal-folder.ts'

describe.skipIf(!canTrace)('with strace: system calls at which the process is killed', () => {
  it.each(['pwrite64', 'fsync', 'rename', 'unlink'])(
    'loses and doubles nothing when it is killed at any %s',
    { timeout: 120_000 },
    async (call) => {
      for (let when = 1; when <= 60; when++) {
        const directory = await aFolder(onTestFinished)
        const { said, tried, accepted } = runJournal(
          directory,
          `${call}:signal=SIGKILL:when=${when}`,
          24,
        )
        const found = await recoveredIds(directory)
        expect(found).toEqual([...new Set(found)])
        expect(found).toEqual(expect.arrayContaining(accepted))
        expect(tried).toEqual(expect.arrayContaining(found))
        if (said.includes('closed')) break
      }
    },
  )
})
