import { existsSync, readdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { dataDirOf } from '@tributary/server/config.ts'
import { endBeforeServer } from '@tributary/server/process/background-priority.ts'
import { availableMemoryBytes, keepHeapSmall } from '@tributary/server/process/memory.ts'

keepCompiled()
keepHeapSmall(availableMemoryBytes())
endBeforeServer('command', process.pid)
const { runCli } = await import('./run-cli.ts')
process.exitCode = await runCli(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})

/** Half of a command's time is compiling. The server stores compiled code in the same folder. */
function keepCompiled(): void {
  const dataDir = dataDirOf()
  // Does not write to an empty folder, nor create a missing one.
  const isInUse = existsSync(dataDir) && readdirSync(dataDir).length > 0
  if (isInUse) enableCompileCache(join(dataDir, 'compiled'))
}
