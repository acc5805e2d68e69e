import { setTimeout } from 'node:timers/promises'
import type { ImportData } from '@tributary/contract/data-import.ts'
import type { ImportSteps } from '@tributary/server/operator/import-endpoint.ts'
import type { Site } from '@tributary/server/site.ts'
import { progressLine } from './import-text.ts'
import { withRetries } from './with-retries.ts'

const lookEveryMs = 100
const reportEveryMs = 2_000

interface Watched {
  imports: Pick<ImportSteps, 'get'>
  site: Site
  report(text: string): void
}

/** Waits until an import's current step is done, and prints its progress now and then. */
export async function watchImport(
  { imports, site, report }: Watched,
  id: string,
): Promise<ImportData> {
  for (let reportedMs = performance.now(); ; ) {
    const found = await withRetries(() => imports.get(site, id), { report })
    if (!['checking', 'running', 'undoing'].includes(found.state)) return found
    if (performance.now() - reportedMs >= reportEveryMs) {
      reportedMs = performance.now()
      report(progressLine(found))
    }
    await setTimeout(lookEveryMs)
  }
}
