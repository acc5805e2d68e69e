import type { Engine } from './engine.ts'
import { EngineError, EngineUnavailable } from './engine-errors.ts'

/**
 * Whether the engine accepts inserts into a table at all just now, tested with one without rows: if it does, a
 * refusal with an unspecific code is about the rows.
 */
export async function takesInserts(
  engine: Pick<Engine, 'insertLines'>,
  table: string,
): Promise<boolean> {
  try {
    await engine.insertLines(table, noLines, { deduplicationToken: 'no-lines' })
    return true
  } catch (error) {
    if (error instanceof EngineError || error instanceof EngineUnavailable) return false
    throw error
  }
}

/** Not quite empty: an insert without a body is refused for that. */
const noLines = Buffer.from('\n')
