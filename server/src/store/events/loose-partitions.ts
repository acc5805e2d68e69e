/**
 * The partitions of a table that are to be merged. A merge writes all of a partition anew, so it waits until a twentieth has
 * come: each row is written twenty times at most for each that is new, however often rows come. What was never merged counts as new.
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
