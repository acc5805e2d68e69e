import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { openApiDocument } from './openapi.ts'

/**
 * The part of the linter that is used. Careful: its own types compute every setting from a JSON Schema, which costs
 * the compiler some ten seconds, so they are hidden from it.
 */
interface Linter {
  createConfig(settings: { extends: string[] }): Promise<object>
  lintFromString(given: {
    source: string
    config: object
    absoluteRef: string
  }): Promise<{ ruleId: string; message: string; location: { pointer?: string }[] }[]>
}

// A common OpenAPI linter, as a library: given the whole document, it needs no network.
it('passes a linter for OpenAPI', async () => {
  const file = createRequire(import.meta.url).resolve('@redocly/openapi-core')
  const { createConfig, lintFromString }: Linter = await import(pathToFileURL(file).href)
  const config = await createConfig({ extends: ['recommended-strict'] })
  const source = JSON.stringify(openApiDocument('https://stats.shop.test'))
  const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' })
  expect(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
  ).toEqual([])
})
