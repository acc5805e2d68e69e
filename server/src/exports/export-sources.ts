import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'
import type { Engine } from '../store/events/engine.ts'

/** Where what is exported comes from. */
export interface ExportSources {
  control: Pick<ControlStore, 'db'>
  engine: Engine
  secrets: Secrets
}
