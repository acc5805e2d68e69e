import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { commandsOn } from './control-commands.ts'

it('has every command in the list that the thread of SQLite knows', async () => {
  const sources = fileURLToPath(new URL('.', import.meta.url))
  const names: string[] = []
  for await (const file of glob('**/*.ts', { cwd: sources })) {
    const text = readFileSync(`${sources}/${file}`, 'utf8')
    names.push(...[...text.matchAll(/\bcommand\(\s*'([a-z-]+)'/g)].map(([, name = '']) => name))
  }
  expect(names.length).toBeGreaterThan(10)
  expect(new Set(names).size).toBe(names.length)
  const run = commandsOn(() => ({ rows: [] }))
  for (const name of names) {
    const outcome = await run(name, {}).catch((error: Error) => error.message)
    expect(outcome).not.toMatch(/not in the list/)
  }
  await expect(run('no-such-command', {})).rejects.toThrow('not in the list')
})
