import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { openApiDocument } from './openapi.ts'

// The linter that API teams run, as a library: with the whole document given it asks no network.
it('has nothing that a linter for OpenAPI complains about', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const source = JSON.stringify(openApiDocument('https://stats.shop.test'))
  const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' })
  expect(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
  ).toEqual([])
})
