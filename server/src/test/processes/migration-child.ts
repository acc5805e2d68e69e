// An upgrade that is killed when all its migrations have run and nothing is committed yet.
import { type ControlStoreOptions, openUnmigrated } from '../../store/control/control-store.ts'
import { migrateControl } from '../../store/control/migrate.ts'
import { migrations } from '../../store/control/migrations/list.ts'

const { db, dialect } = await openUnmigrated(
  JSON.parse(process.argv[2] ?? '') as ControlStoreOptions,
)
const crash = {
  name: '2999-01-01-1-crash',
  up: async () => void process.kill(process.pid, 'SIGKILL'),
}
await migrateControl(db, dialect, [...migrations, crash])
