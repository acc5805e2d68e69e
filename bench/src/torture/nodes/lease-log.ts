import { askPostgres } from '@tributary/server/test/processes/postgres.ts'

interface Entry {
  name: string
  owner: string
  /** When the row changed, milliseconds since 1970 UTC by the database's clock. */
  at: string
  until_ms: string
  done_ms: string
}

/** Has the database record every change of a lease, so that its own account can be checked later. */
export async function logLeases(databaseUrl: string): Promise<void> {
  await askPostgres(
    databaseUrl,
    `create table lease_log (n serial, name text, owner text, at bigint, until_ms bigint, done_ms bigint);
     create function log_lease() returns trigger language plpgsql as $$ begin
       insert into lease_log (name, owner, at, until_ms, done_ms) values
         (new.name, new.owner, (extract(epoch from clock_timestamp()) * 1000)::bigint, new.until_ms, new.done_ms);
       return new;
     end $$;
     create trigger log_lease after insert or update on leases for each row execute function log_lease()`,
  )
}

/** How often each job was finished, and every time a node began a job that another one was running. */
export async function readLeases(databaseUrl: string) {
  const entries = (await askPostgres(databaseUrl, 'select * from lease_log order by n')) as Entry[]
  const finished = new Map<string, number>()
  const doneTwice: string[] = []
  const last = new Map<string, Entry>()
  for (const entry of entries) {
    const before = last.get(entry.name)
    last.set(entry.name, entry)
    const isFinished = Number(entry.done_ms) > Number(before?.done_ms ?? 0)
    if (isFinished) finished.set(entry.name, (finished.get(entry.name) ?? 0) + 1)
    const isTaken = before !== undefined && before.owner !== entry.owner
    if (isTaken && Number(before.until_ms) > Number(entry.at)) {
      doneTwice.push(`${entry.name} by ${before.owner} and ${entry.owner}`)
    }
  }
  return { finished: Object.fromEntries(finished), doneTwice }
}
