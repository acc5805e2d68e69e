/**
 * A process that acts as a ClickHouse cluster as far as that is possible without servers: one shard of one replica,
 * behind real distributed tables. What needs ClickHouse Keeper is left out of the statements: `on cluster`, and
 * replicated tables.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type ChdbFolder, openChdbFolder } from '../../store/events/embedded/chdb-folder.ts'
import { createHttpInterface } from '../../store/events/embedded/http-interface.ts'

const [dir = '', secret = ''] = process.argv.slice(2)
mkdirSync(dir, { recursive: true })
writeFileSync(
  join(dir, 'users.xml'),
  `<clickhouse>
    <profiles><default></default></profiles><quotas><default></default></quotas>
    <users><default><password></password><networks><ip>::1</ip><ip>127.0.0.1</ip></networks>
    <profile>default</profile><quota>default</quota></default></users>
  </clickhouse>`,
)
writeFileSync(
  join(dir, 'config.xml'),
  `<clickhouse>
    <users_config>${join(dir, 'users.xml')}</users_config>
    <tcp_port>9000</tcp_port>
    <remote_servers><one_shard><shard><replica>
      <host>localhost</host><port>9000</port>
    </replica></shard></one_shard></remote_servers>
  </clickhouse>`,
)
const folder = await openChdbFolder({
  dir: join(dir, 'db'),
  connectionArgs: [`--config-file=${join(dir, 'config.xml')}`],
  lockWaitMs: 0,
  giveUp: (reason) => {
    throw new Error(reason)
  },
})
const server = createHttpInterface(withoutKeeper(folder), secret)
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit(0))

function withoutKeeper(real: ChdbFolder): ChdbFolder {
  return {
    ...real,
    run: (statement, body, signal) =>
      real.run({ ...statement, sql: plain(statement.sql) }, body, signal),
  }
}

function plain(sql: string): string {
  return sql
    .replace(" on cluster 'one_shard'", '')
    .replace(/engine = Replicated(\w+)\('[^']*', '[^']*'(?:, )?/, 'engine = $1(')
    .replace(/\breplicated_deduplication_window/, 'non_replicated_deduplication_window')
}
