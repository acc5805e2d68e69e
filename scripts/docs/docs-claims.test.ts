// Checks that the proofs named in docs/reliability.md and docs/security.md exist: files, tests and their names.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe.each(['docs/reliability.md', 'docs/security.md'])('%s', (page) => {
  const text = readFileSync(root + page, 'utf8')

  it('names files that are there', () => {
    const paths = [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|json|yaml|conf))`/g)].map(
      ([, at = '']) => at,
    )
    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter((path) => path.includes('/') && locate(path) === undefined)).toEqual([])
  })

  it('names tests that are there', () => {
    const cited = citations(text)
    expect(cited.length).toBeGreaterThan(20)
    expect(cited.filter(({ file, test }) => !hasTest(file, test))).toEqual([])
  })

  it('says of each promise which test proves it, or that none does', () => {
    const [promises = ''] = text.split('\n## Measured\n')
    const rows = promises.split('\n').filter((line) => line.startsWith('| ') && !isHead(line))
    const withoutProof = rows.filter((row) => {
      const proof = row.split(' | ').at(-1) ?? ''
      return !proof.includes('.test.ts`') && !/\b(no test|not met|partly)\b/i.test(proof)
    })
    expect(rows.length).toBeGreaterThan(20)
    expect(withoutProof).toEqual([])
  })
})

it('CONTRIBUTING.md names folders, files and commands that are there', () => {
  const text = readFileSync(`${root}CONTRIBUTING.md`, 'utf8')
  const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, inner = '']) => inner)
  const paths = code.filter((one) => /^[\w.-]+\/[\w./-]*$/.test(one))
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter((path) => !existsSync(root + path))).toEqual([])
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  expect(commands.filter((name) => scripts[name] === undefined)).toEqual([])
})

it('a test that is not there is noticed', () => {
  const file = 'scripts/docs/docs-claims.test.ts'
  const [first, second] = citations(`\`${file}\`: *a test that is not there is noticed*, *no such*`)
  expect(hasTest(file, first?.test ?? '')).toBe(true)
  expect(second).toEqual({ file, test: 'no such' })
  expect(hasTest(file, 'no such')).toBe(false)
})

/** The names after a test file: `` `file`: *one*, *another* ``. They may continue on the next line. */
function citations(text: string): { file: string; test: string }[] {
  const cited = /`([\w./-]+\.test\.ts)`:\s+(\*[^*]+\*(?:,\s+\*[^*]+\*)*)/g
  return [...text.matchAll(cited)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/\*([^*]+)\*/g)].map(([, test = '']) => ({
      file,
      test: test.replace(/\s+/g, ' '),
    })),
  )
}

/** The file that a path in the pages refers to: from the root of the repository, or from the server's sources. */
function locate(path: string): string | undefined {
  return [path, `server/src/${path}`].map((at) => root + at).find((at) => existsSync(at))
}

/** Whether the file has a call with this name as its first argument, like `it`, `describe` and `it.each(…)`. */
function hasTest(file: string, test: string): boolean {
  const path = locate(file)
  if (path === undefined) return false
  const calls = readFileSync(path, 'utf8').matchAll(/\(\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`)/g)
  return [...calls].some(([, plain, double, template]) => test === (plain ?? double ?? template))
}

function isHead(row: string): boolean {
  return /\| (Proof|Test|Tested by) \|$/.test(row)
}
