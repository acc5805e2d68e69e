import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../../../scripts/free-port.ts'
import { findPostgres } from '../../../../scripts/test-services.ts'
import { openControlStore } from '../../store/control/control-store.ts'
import type { TestCertificate } from '../certificate.ts'
import { copyFolder, madeOnce } from '../made-once.ts'

/** A Postgres server for one test file. */
export interface TestPostgres {
  /** Creates an empty database, or a copy of another without connections, and returns its address. */
  newDatabase(like?: string): Promise<string>
  stop(): Promise<void>
}

/** Whether this machine has Postgres's programs. */
export function hasPostgres(): boolean {
  return findPostgres() !== undefined
}

/**
 * Starts a server in a new folder, reachable only through a socket in that folder; with a certificate only
 * over TLS, at a port of 127.0.0.1.
 */
export async function startPostgres(
  options: { tls?: TestCertificate } = {},
): Promise<TestPostgres> {
  const programs = findPostgres()
  if (programs === undefined) throw new Error('Postgres is not installed')
  // Short, because the path of a socket may have 107 bytes at most.
  const folder = mkdtempSync(join(tmpdir(), 'trb-pg-'))
  const user = unprivilegedUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const as = user ? { ...user, cwd: folder } : { cwd: folder }
  await makeCluster(programs, data, as)
  const { tls } = options
  const port = tls ? await freePort() : undefined
  if (tls) demandTls(data, tls, user)
  const listening = port ? ['-h', '127.0.0.1', '-p', String(port), '-c', 'ssl=on'] : ['-h', '']
  const server = spawn(
    // A test run that is killed must not leave a server behind: the kernel ends it with its parent.
    'setpriv',
    [
      ...['--pdeathsig', 'QUIT', join(programs, 'postgres'), '-D', data, '-k', folder],
      ...listening,
      // Nothing here must survive a power cut, and the tests would wait for every fsync.
      ...['-c', 'fsync=off', '-c', 'max_connections=200'],
    ],
    { ...as, stdio: 'ignore', env: { PATH: '/usr/bin:/bin' } },
  )
  const address = (database: string) =>
    port
      ? `postgres://tributary@127.0.0.1:${port}/${database}?sslmode=no-verify`
      : `postgres://tributary@localhost/${database}?host=${encodeURIComponent(folder)}`
  await untilReady(address('postgres'), server)

  let count = 0
  return {
    async newDatabase(like) {
      const name = `test_${++count}`
      const template = like === undefined ? '' : `template ${new URL(like).pathname.slice(1)}`
      await askPostgres(address('postgres'), `create database ${name} ${template}`)
      return address(name)
    },
    async stop() {
      const exited = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

let shared: Promise<TestPostgres> | undefined
let withTables: Promise<string> | undefined

/** An empty database on a server that all test files of a worker share. It ends with the worker. */
export async function newSharedDatabase(like?: string): Promise<string> {
  shared ??= startPostgres()
  return (await shared).newDatabase(like)
}

/**
 * A new database with the tables of the control store: a copy of one that each worker makes once, by all migrations.
 */
export async function newControlDatabase(): Promise<string> {
  withTables ??= newSharedDatabase().then(async (databaseUrl) => {
    await (await openControlStore({ databaseUrl, file: '' })).close()
    return databaseUrl
  })
  return newSharedDatabase(await withTables)
}

const initdb = [
  '-U',
  'tributary',
  '-A',
  'trust',
  '-E',
  'UTF8',
  '--locale=C',
  '--no-sync',
  '--wal-segsize=1',
]

/** A new cluster, a copy of one that was created before. */
async function makeCluster(programs: string, data: string, as: { cwd: string }): Promise<void> {
  const template = await madeOnce(`cluster-of-${programs.replaceAll('/', '-')}`, async (into) => {
    // Postgres's user may not write where it is stored.
    const made = `${data}-made`
    const options = { ...as, stdio: 'pipe', env: {} } as const
    execFileSync(join(programs, 'initdb'), ['-D', made, ...initdb], options)
    copyFolder(made, into)
  })
  copyFolder(template, data)
}

/** Accepts only TLS. Postgres requires the key file to be its own and private. */
function demandTls(
  data: string,
  { pem, key }: TestCertificate,
  user?: { uid: number; gid: number },
) {
  const files = {
    'server.crt': pem,
    'server.key': key.export({ type: 'pkcs8', format: 'pem' }) as string,
    'pg_hba.conf': 'hostssl all all 127.0.0.1/32 trust\n',
  }
  for (const [name, text] of Object.entries(files)) {
    const path = join(data, name)
    writeFileSync(path, text, { mode: 0o600 })
    if (user) chownSync(path, user.uid, user.gid)
  }
}

/** Postgres refuses to run as root, so root runs it as its own user, or as an unprivileged one. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/etc/passwd')) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const [, , uid, gid] =
    users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

async function untilReady(address: string, server: ChildProcess): Promise<void> {
  const deadline = performance.now() + 30_000
  for (;;) {
    try {
      await askPostgres(address, 'select 1')
      return
    } catch (error) {
      if (server.exitCode !== null || performance.now() > deadline) throw error
    }
    await sleep(30)
  }
}

/** The rows of one statement, on a separate connection. */
export async function askPostgres(address: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
