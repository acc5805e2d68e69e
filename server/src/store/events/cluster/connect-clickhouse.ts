import type { ClickHouseSettings } from '@clickhouse/client'
import { connectEngine, type Engine } from '../engine.ts'
import { clusterStatements, localTable } from './cluster-statements.ts'

/**
 * A query reads the tables of the shard that answers it, shards without the site are not asked, and an insert is done
 * when most replicas of its shard have it. All nodes ask the same replica first, so that they read what was just
 * written.
 */
const settings: ClickHouseSettings = {
  distributed_product_mode: 'local',
  optimize_skip_unused_shards: 1,
  insert_distributed_sync: 1,
  insert_quorum: 'auto',
  load_balancing: 'in_order',
}

/** Connects to a ClickHouse server, or to a cluster through one of its servers. */
export function connectClickHouse(url: string, cluster: string | undefined): Engine {
  if (cluster === undefined) return connectEngine(url)
  return clusteredEngine(connectEngine(url, { settings }), cluster)
}

/** The engine with its tables on a cluster of that name, transparent for its callers. */
function clusteredEngine(engine: Engine, cluster: string): Engine {
  return {
    query: (sql, params, options) => engine.query(onAllReplicas(sql, cluster), params, options),
    queryColumns: (sql, params, options) =>
      engine.queryColumns(onAllReplicas(sql, cluster), params, options),
    read: (sql, params, options) => engine.read(onAllReplicas(sql, cluster), params, options),
    async command(sql, params) {
      for (const statement of clusterStatements(sql, cluster)) {
        await engine.command(statement, params)
      }
    },
    insertLines: (table, lines, options) => engine.insertLines(table, lines, options),
    ping: () => engine.ping(),
    close: () => engine.close(),
  }
}

/** Reads a system table on every replica, as each node only describes its own tables. */
function onAllReplicas(sql: string, cluster: string): string {
  if (!/\bfrom system\.(parts|mutations)\b/.test(sql)) return sql
  return sql
    .replaceAll(/\bfrom system\.(\w+)/g, `from clusterAllReplicas('${cluster}', system.$1)`)
    .replaceAll(/\btable = '(\w+)'/g, (_all, table) => `table = '${localTable(table)}'`)
}
