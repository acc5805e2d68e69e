/**
 * The partitions of a table that are due to be merged. A merge rewrites a whole partition, so it waits until a
 * twentieth is new: however often rows arrive, each new row causes at most twenty to be written. Rows that were
 * never merged count as new.
 */
export const loosePartitionsSql = (table: 'payment_entries' | 'payer_sessions' | 'sessions') => `
  select distinct partition
  from (
    select hostName() as host, partition, sum(rows) as all, maxIf(rows, level > 0) as largest
    from system.parts
    where database = currentDatabase() and table = '${table}' and active
    group by host, partition
  )
  where (all - largest) * 20 > all
  order by partition`
