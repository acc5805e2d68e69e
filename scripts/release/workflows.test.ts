// Only GitHub reads the files in .github: its own parser, and the paths in the files, are checked here.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

// The parser imports its schema as bundlers take it, without saying that it is JSON.
const hooks = registerHooks({
  load: (url, context, load) =>
    load(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
})
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import(
  '@actions/workflow-parser'
)
hooks.deregister()

const root = fileURLToPath(new URL('../..', import.meta.url))
const workflows = readdirSync(`${root}.github/workflows`)
const packageJson = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  scripts: Record<string, string>
}

async function problemsOf(name: string, content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter())
  if (value !== undefined) await convertWorkflowTemplate(context, value)
  return context.errors.getErrors().map(({ message }) => message)
}

describe.each(workflows)('the workflow %s', (name) => {
  const content = readFileSync(`${root}.github/workflows/${name}`, 'utf8')

  it('is one to GitHub', async () => {
    expect(await problemsOf(name, content)).toEqual([])
  })

  it('runs scripts and files that are there, and calls workflows that are', () => {
    const scripts = [...content.matchAll(/npm (?:run (?:-s )?)?(test\b|(?<=run )[\w:-]+)/g)]
    const names = scripts.map(([, script = '']) => script)
    expect(names.filter((script) => packageJson.scripts[script] === undefined)).toEqual([])
    const paths = content.matchAll(
      /(?:bash|bin\/node|uses:) (\.?\/?(?:\.ci|\.github|scripts)\/[\w./-]+)/g,
    )
    expect(
      [...paths].map(([, path = '']) => path).filter((path) => !existsSync(root + path)),
    ).toEqual([])
  })

  it('may do no more than it names', () => {
    expect((parse(content) as { permissions: unknown }).permissions).toEqual({ contents: 'read' })
  })
})

it('a workflow that GitHub would refuse is noticed', async () => {
  const content = 'on: push\njobs:\n  one:\n    runs-on: ubuntu-24.04\n    step: []\n'
  expect(await problemsOf('wrong.yml', content)).not.toEqual([])
})

it('forms of issues have a name, and fields of their own ids', () => {
  for (const name of ['bug.yml', 'idea.yml']) {
    const form = parse(readFileSync(`${root}.github/ISSUE_TEMPLATE/${name}`, 'utf8')) as {
      name: string
      description: string
      body: { id?: string; type: string }[]
    }
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) })
    const ids = form.body.flatMap(({ id, type }) => (type === 'markdown' ? [] : [id]))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).not.toContain(undefined)
  }
})
