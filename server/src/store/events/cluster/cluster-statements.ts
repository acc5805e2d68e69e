/**
 * The form of a definition or change of our tables on a cluster, so that the files of `schema/` are the one source
 * of both. Of each table `t` there are two: `t_local` on every shard, replicated, which contains the rows, and `t`,
 * distributed over the shards, which everybody reads and writes. A site's rows are all on one shard, because no
 * statement ever reads two sites.
 */
export function clusterStatements(statement: string, cluster: string): string[] {
  const bare = statement.replaceAll(/--.*$/gm, '').trim()
  const created = /^create table if not exists (\w+)/i.exec(bare)
  if (created) return creation(bare, String(created[1]), cluster)
  const viewed = /^create materialized view if not exists (\w+) to (\w+)/i.exec(bare)
  if (viewed) return viewCreation(bare, cluster)
  const altered =
    /^alter table (\w+)\s+(add column|modify column|add index|drop projection|materialize column|delete|update)\b/i.exec(
      bare,
    )
  if (altered) return alteration(bare, String(altered[1]), { cluster, kind: String(altered[2]) })
  const dropped = /^drop table if exists (\w+)/i.exec(bare)
  if (dropped) return removal(bare, String(dropped[1]), cluster)
  const optimized = /^optimize table (\w+)/i.exec(bare)
  if (optimized) {
    const local = `optimize table ${localTable(String(optimized[1]))} on cluster ${quoted(cluster)}`
    return [bare.replace(/^optimize table \w+/i, local)]
  }
  const deleted = /^delete from (\w+)/i.exec(bare)
  if (deleted) {
    return [
      bare.replace(
        /^delete from \w+/i,
        `delete from ${deleted[1]}_local on cluster ${quoted(cluster)}`,
      ),
    ]
  }
  // An insert with its own select is done by the distributed tables themselves.
  if (/^insert into \w+/i.test(bare)) return [bare]
  throw new Error(`there is no form for a cluster of: ${bare.slice(0, 80)}`)
}

/** Tables about the installation rather than its sites, of which every node has all rows. */
const everywhere = ['schema_migrations', 'session_fills']

/** The name under which every table's rows are on their shard. */
export function localTable(table: string): string {
  return `${table}_local`
}

function creation(statement: string, table: string, cluster: string): string[] {
  const on = `on cluster ${quoted(cluster)}`
  // Every node knows the applied migrations by itself, whatever its shard.
  const isEverywhere = everywhere.includes(table)
  const name = isEverywhere ? table : localTable(table)
  const [place, replica] = isEverywhere ? ['all', '{shard}-{replica}'] : ['{shard}', '{replica}']
  const path = `/clickhouse/tables/{database}/${place}/${name}`
  const local = statement
    .replace(/^create table if not exists \w+/i, `create table if not exists ${name} ${on}`)
    .replace(
      /engine = (\w*MergeTree)(?:\(([^)]*)\))?/i,
      (_all, family, given) =>
        `engine = Replicated${family}('${path}', '${replica}'${given ? `, ${given}` : ''})`,
    )
    .replace('non_replicated_deduplication_window', 'replicated_deduplication_window')
  if (isEverywhere) return [local]
  return [
    local,
    `create table if not exists ${table} ${on} as ${name}
     engine = Distributed(${quoted(cluster)}, currentDatabase(), ${name}, sipHash64(site_id))`,
  ]
}

/** A view on every shard, from the shard's rows to the shard's rows. Every table it names is one of ours. */
function viewCreation(statement: string, cluster: string): string[] {
  return [
    statement
      .replace(
        /^create materialized view if not exists (\w+) to (\w+)/i,
        (_all, view, target) =>
          `create materialized view if not exists ${view} on cluster ${quoted(cluster)} to ${localTable(target)}`,
      )
      .replaceAll(/\bfrom (\w+)/gi, (_all, source) => `from ${localTable(source)}`),
  ]
}

function alteration(
  statement: string,
  table: string,
  { cluster, kind }: { cluster: string; kind: string },
): string[] {
  const of = (name: string) =>
    statement
      .replace(/^alter table \w+/i, `alter table ${name} on cluster ${quoted(cluster)}`)
      // The other tables in a change are each shard's own.
      .replaceAll(
        /\bfrom (events|sessions|payers)\b/g,
        (_all, other) => `from ${localTable(other)}`,
      )
  const local = of(localTable(table))
  // Columns are known to both; rows and their indexes are only where they lie.
  return ['add column', 'modify column'].includes(kind.toLowerCase()) ? [local, of(table)] : [local]
}

/** The distributed table first, so that no query reads it for rows that are gone. */
function removal(statement: string, table: string, cluster: string): string[] {
  const names = everywhere.includes(table) ? [table] : [table, localTable(table)]
  return names.map((name) =>
    statement.replace(
      /^drop table if exists \w+/i,
      `drop table if exists ${name} on cluster ${quoted(cluster)}`,
    ),
  )
}

function quoted(name: string): string {
  if (!/^[\w.-]+$/.test(name)) throw new TypeError(`${name} is no cluster's name`)
  return `'${name}'`
}
