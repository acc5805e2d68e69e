import type { Session } from 'chdb'
import { RefusedStatement } from './exception.ts'
import type { Statement } from './statement.ts'

/** A connection and its current settings. */
export interface Connection {
  session: Session
  signature: string
  assignments: string
}

const maxIdle = 12

/**
 * Hands out connections with a statement's settings and parameters in force and nothing else.
 *
 * Careful: on a chDB connection everything sticks, SET and parameters alike. Over HTTP it holds for
 * one request. So a connection is only used again for a statement that sets exactly the same names,
 * and thereby overwrites every one of them. Opening one takes 0.15 ms, but a connection that is
 * closed while any statement runs keeps its 80 KB until that one ends; hence a pool at all.
 *
 * Parameters are set by SET because the binding's own way (queryBindAsync) lets only one
 * parameterised statement of the whole process run at a time (measured: 1.5 s behind another).
 */
export class ConnectionPool {
  #open: () => Session
  #idle: Connection[] = []

  constructor(open: () => Session) {
    this.#open = open
  }

  async take(statement: Statement): Promise<Connection> {
    const signature = signatureOf(statement)
    const assignments = assignmentsOf(statement)
    const found = this.#idle.findLastIndex((connection) => connection.signature === signature)
    const connection =
      found >= 0
        ? (this.#idle.splice(found, 1)[0] as Connection)
        : { session: this.#open(), signature, assignments: '' }
    try {
      if (found < 0 && statement.database !== '') {
        await connection.session.queryAsync(`use ${quotedName(statement.database)}`)
      }
      if (assignments !== connection.assignments) {
        await connection.session.queryAsync(`set ${assignments}`)
        connection.assignments = assignments
      }
      return connection
    } catch (error) {
      this.discard(connection)
      throw error
    }
  }

  release(connection: Connection): void {
    this.#idle.push(connection)
    if (this.#idle.length > maxIdle) this.#idle.shift()?.session.close()
  }

  discard(connection: Connection): void {
    connection.session.close()
  }

  close(): void {
    for (const connection of this.#idle.splice(0)) connection.session.close()
  }
}

function signatureOf(statement: Statement): string {
  const names = [...statement.settings.keys(), ...statement.params.keys()].sort()
  const mode = statement.kind === 'read' ? 'read' : 'write'
  return [mode, statement.database, ...names].join(' ')
}

/**
 * The values of settings and parameters, each as a hexadecimal literal: only digits reach the SQL, so there is
 * nothing to escape. Names were validated when the request was read.
 */
function assignmentsOf(statement: Statement): string {
  const settings = new Map(statement.settings)
  // A read may never change anything, whatever the request says. 1 would forbid setting the next statement's
  // parameters as well; 2 does not.
  if (statement.kind === 'read') settings.set('readonly', '2')
  return [...settings, ...statement.params]
    .map(([name, value]) => `${name} = x'${Buffer.from(value, 'utf8').toString('hex')}'`)
    .join(', ')
}

function quotedName(database: string): string {
  if (!/^\w+$/.test(database)) throw new RefusedStatement(81, 'UNKNOWN_DATABASE', 'Not a name')
  return `\`${database}\``
}
