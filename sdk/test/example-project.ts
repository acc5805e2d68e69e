import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
const execute = promisify(execFile)

/** An otherwise empty project like an SDK user's, in which examples run. */
export interface ExampleProject {
  readonly folder: string
  /** Runs an example and returns its output; one that exports `POST` is called with a request. */
  run(code: string, environment: Record<string, string>): Promise<string>
  /** The same for many in one process, which is much faster. */
  runAll(codes: readonly string[], environment: Record<string, string>): Promise<string[]>
  /** Checks the types of everything that ran so far, as strictly as TypeScript can. */
  checkTypes(): Promise<void>
  remove(): Promise<void>
}

/**
 * Runs examples one after the other and returns the output of each. Exported handlers are called as a framework
 * would, with the cookies of a tracked browser.
 */
const driver = `
import { format } from 'node:util'
const printed = []
for (const file of process.argv.slice(2)) {
  const lines = []
  console.log = (...values) => lines.push(format(...values))
  const example = await import(file)
  if (example.POST) {
    const headers = { cookie: 'theme=dark; tributary_visitor_id=v_5f3a9c; tributary_session_id=s_81b2d0' }
    const request = new Request('https://shop.example/signup', { method: 'POST', headers })
    console.log(await (await example.POST(request)).text())
  }
  printed.push(lines.join('\\n'))
}
process.stdout.write(JSON.stringify(printed))
`

/** Creates the project. The caller decides where its SDK comes from. */
export async function exampleProject(
  addSdk: (folder: string) => Promise<void> = linkBuild,
): Promise<ExampleProject> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-sdk-'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await addSdk(folder)
  await mkdir(join(folder, 'node_modules/@types'), { recursive: true })
  await symlink(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'))
  await writeFile(join(folder, 'driver.mjs'), driver)
  let count = 0
  const runAll = async (codes: readonly string[], environment: Record<string, string>) => {
    const files = codes.map((code) => {
      count += 1
      return { name: join(folder, `example-${count}.ts`), code }
    })
    for (const { name, code } of files) await writeFile(name, code)
    const names = files.map(({ name }) => name)
    const { stdout } = await execute(process.execPath, ['driver.mjs', ...names], {
      cwd: folder,
      env: environment,
    })
    return JSON.parse(stdout) as string[]
  }
  return {
    folder,
    runAll,
    run: async (code, environment) => (await runAll([code], environment))[0] ?? '',
    async checkTypes() {
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(strictest))
      const compiler = join(root, 'node_modules/.bin/tsc')
      await execute(process.execPath, [compiler, '-p', folder]).catch((error) => {
        throw new Error(`the examples have wrong types:\n${error.stdout}`, { cause: error })
      })
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Builds the SDK into the project, separate from other builds. */
async function linkBuild(folder: string): Promise<void> {
  const place = join(folder, 'node_modules/@tributary/sdk')
  await mkdir(place, { recursive: true })
  await symlink(join(root, 'sdk/package.json'), join(place, 'package.json'))
  const compiler = join(root, 'node_modules/.bin/tsc')
  const options = ['-p', join(root, 'sdk'), '--outDir', join(place, 'dist')]
  await execute(process.execPath, [compiler, ...options])
}

const strictest = {
  compilerOptions: {
    target: 'es2024',
    module: 'nodenext',
    lib: ['es2024', 'dom'],
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  },
  include: ['*.ts'],
}
