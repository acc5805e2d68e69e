import { type CompiledQuery, type Driver, Kysely } from 'kysely'
import type { AnyCommand } from '../command.ts'
import type { Database } from '../tables.ts'
import { SqliteStatements, sqliteDialect } from './dialect.ts'
import type { SqlAnswer, SqlValue, statementsOf } from './statements.js'

type Statements = ReturnType<typeof statementsOf>

/** Runs a command by its name, inside the open transaction. */
export type RunCommand = (name: string, input: unknown) => Promise<unknown>

/**
 * Runs commands in the thread of the connection, with its statements. None of them waits: the thread has nothing
 * else to do meanwhile.
 */
export function commandRunner(run: Statements, commands: readonly AnyCommand[]): RunCommand {
  const named = new Map(commands.map((command) => [command.name, command]))
  const connection = new ThreadConnection(run)
  const db = new Kysely<Database>({ dialect: sqliteDialect(() => driverOf(connection)) })
  return async (name, input) => {
    const command = named.get(name)
    if (command === undefined) throw new Error(`the command ${name} is not in the list of commands`)
    return command.run(db, input as never)
  }
}

class ThreadConnection extends SqliteStatements {
  #run: Statements

  constructor(run: Statements) {
    super()
    this.#run = run
  }

  protected override answerTo({ sql }: CompiledQuery, values: readonly SqlValue[]): SqlAnswer {
    return this.#run(sql, values)
  }
}

/** One connection for all: commands run one after the other, and the thread manages their transactions. */
function driverOf(connection: SqliteStatements): Driver {
  const refuse = async () => {
    throw new Error('a command is a transaction already')
  }
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  }
}
