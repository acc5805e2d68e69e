import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { openApiDocument } from './openapi.ts'

/**
 * What is used of the linter. Careful: its own types compute every setting from a JSON Schema, which
 * costs the compiler some ten seconds, so they are hidden from it.
 */
interface Linter {
  createConfig(settings: { extends: string[] }): Promise<object>
  lintFromString(given: {
    source: string
    config: object
    absoluteRef: string
  }): Promise<{ ruleId: string; message: string; location: { pointer?: string }[] }[]>
}

// The linter that API teams run, as a library: with the whole document given it asks no network.
it('has nothing that a linter for OpenAPI complains about', async () => {
  const file = createRequire(import.meta.url).resolve('@redocly/openapi-core')
  const { createConfig, lintFromString }: Linter = await import(pathToFileURL(file).href)
  const config = await createConfig({ extends: ['recommended-strict'] })
  const source = JSON.stringify(openApiDocument('https://stats.shop.test'))
  const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' })
  expect(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
  ).toEqual([])
})
