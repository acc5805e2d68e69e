import type { Scenario } from '../scenario.ts'
import { scenariosOfClocks } from './of-clocks.ts'
import { scenariosOfCrowds } from './of-crowds.ts'
import { scenariosOfDisks } from './of-disks.ts'
import { scenariosOfInput } from './of-input.ts'
import { scenariosOfProcesses } from './of-processes.ts'
import { scenariosOfWeeks } from './of-weeks.ts'

/** Everything that `npm run torture` can do, by its name there. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  ...scenariosOfProcesses,
  ...scenariosOfDisks,
  ...scenariosOfCrowds,
  ...scenariosOfClocks,
  ...scenariosOfInput,
  ...scenariosOfWeeks,
}
