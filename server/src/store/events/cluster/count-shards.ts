import Type from 'typebox'
import { defineQuery } from '../define-query.ts'
import type { Engine } from '../engine.ts'

const shardsOf = defineQuery({
  name: 'shards-of-cluster',
  params: Type.Object({ cluster: Type.String() }),
  row: Type.Object({ shards: Type.Number() }),
  sql: 'select toUInt32(uniqExact(shard_num)) as shards from system.clusters where cluster = {cluster:String}',
})

/** How many shards a cluster has according to its server; 0 if it knows no such cluster. */
export async function countShards(engine: Engine, cluster: string): Promise<number> {
  return (await shardsOf(engine, { cluster }))[0]?.shards ?? 0
}
