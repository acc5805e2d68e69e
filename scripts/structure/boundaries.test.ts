import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importsOf, loadedBy, root, sourceFiles } from './imports.ts'
import { cycles, importsToCut, moduleImports, moduleOf, productFiles } from './modules.ts'
import { openModules, publicFiles } from './public-files.ts'

/**
 * Which modules may import which, as `docs/architecture.md` draws it; the first rule whose `from` matches applies.
 */
const rules: { from: RegExp; mayImport: RegExp; because: string }[] = [
  {
    from: /^contract\//,
    mayImport: /^(contract\/|typebox)/,
    because: 'contract imports only the schema library',
  },
  {
    from: /^tracker\/src\//,
    mayImport: /^tracker\/src\//,
    because: 'the tracker brings nothing along',
  },
  {
    from: /^sdk\/src\//,
    mayImport: /^sdk\/src\//,
    because: 'the SDK brings nothing along',
  },
  {
    from: /^web\/src\//,
    mayImport: /^(web\/|contract\/|[@a-z])(?!ributary\/server)/,
    because: 'the dashboard knows the contract, not the server',
  },
  {
    from: /^server\/src\/concurrency\//,
    mayImport: /^(server\/src\/concurrency\/|node:|fast-check|vitest)/,
    because: 'concurrency knows nothing of what it orders',
  },
  {
    from: /^server\/src\/store\//,
    mayImport:
      /^(server\/src\/(store\/|concurrency\/|errors\.ts|clock\.ts|time\/durations\.ts|process\/(unused-memory|compile-cache|background-priority)\.ts)|node:|(?!server\/|contract\/|fastify)[@a-z])/,
    because: 'the store knows no domain and no HTTP',
  },
  {
    from: /^server\/src\/[a-z-]+\/.*(-rows\.ts|\/rows\/.*|\/queries\/.*)$/,
    mayImport:
      /^(server\/src\/(store\/|.*-rows\.ts$|.*\/(rows|queries)\/|concurrency\/|(errors|clock|site|in-order|time\/durations)\.ts)|node:|(?!server\/|contract\/|fastify)[@a-z])/,
    because: 'rows and queries know the store and each other, not what their module does with them',
  },
  {
    from: /^server\/src\/(main|run-server|serve|app|services|open-stores|open-services|control-commands|thread-files|periodic-jobs|answer-thread|answer-questions|answerers)\.ts$/,
    mayImport: /./,
    because: 'these compose the whole',
  },
  {
    from: /^server\/src\/(http\/|[a-z-]+\/(.*\/)?[a-z-]*(routes|deps)\.ts|(accounts|sites|collect)\/http\/|collect\/intake\/)/,
    mayImport: /./,
    because: 'routes may import everything',
  },
  {
    from: /^server\/src\/(acquisition|client|money|time|data|setup|site-settings|collect|goals|payments|visitors|identities|attribution|reports|questions|answers|annotations|spend|sites|accounts|audit|team|sharing|jobs|exports|imports|mail|digests|alerts|outside)\//,
    mayImport:
      /^(?!fastify|@fastify|server\/src\/(http|app|services|main|serve|open-services|periodic-jobs))/,
    because: 'the domain knows no HTTP',
  },
]

/** The folders of the dashboard in layers: each imports those of its own layer and of the layers before it. */
const dashboard = [
  ['texts', 'marks', 'style'],
  ['format', 'url-state'],
  ['api'],
  ['charts'],
  ['parts'],
  ['pages'],
]

describe('imports', () => {
  for (const { from, mayImport, because } of rules) {
    it(`${because} (${from.source})`, () => {
      const wrong = sourceFiles()
        .filter((file) => rules.find((rule) => rule.from.test(file))?.from === from)
        .flatMap((file) => importsOf(file).map((imported) => [file, imported] as const))
        .filter(([, imported]) => !mayImport.test(imported))
        .map(([file, imported]) => `${file} imports ${imported}`)
      expect(wrong).toEqual([])
    })
  }

  it('of the dashboard go one way, from its pages down to its texts', () => {
    const layerOf = (file: string) =>
      dashboard.findIndex((layer) => layer.some((name) => file.startsWith(`web/src/${name}/`)))
    const wrong = sourceFiles()
      .filter((file) => layerOf(file) >= 0)
      .flatMap((file) => importsOf(file).map((imported) => [file, imported] as const))
      .filter(([file, imported]) => layerOf(imported) > layerOf(file))
      .map(([file, imported]) => `${file} imports ${imported}`)
    expect(wrong).toEqual([])
  })

  it('of the dashboard load no schemas, which bring a fifth more of script with them', () => {
    const loads = (file: string): boolean =>
      loadedBy(file).some((one) => one === 'typebox' || (one.startsWith('contract/') && loads(one)))
    const wrong = sourceFiles()
      .filter((file) => file.startsWith('web/src/'))
      .flatMap((file) => loadedBy(file).map((imported) => [file, imported] as const))
      .filter(([, imported]) => imported.startsWith('contract/') && loads(imported))
      .map(([file, imported]) => `${file} loads ${imported}`)
    expect(wrong).toEqual([])
  })

  it('only tests, the crash test and trials of an upgrade import test helpers', () => {
    const wrong = sourceFiles()
      .filter(
        (file) =>
          !/^(server\/src\/test\/|bench\/src\/torture\/|bench\/src\/measures\/(old-folder|reconciliation|stripe-process)|scripts\/release\/try-image)/.test(
            file,
          ),
      )
      .filter((file) => importsOf(file).some((imported) => imported.startsWith('server/src/test/')))
    expect(wrong).toEqual([])
  })
})

describe('modules', () => {
  it('have no import cycles, types included', () => {
    const imports = moduleImports()
    expect(cycles(imports).flatMap((group) => importsToCut(group, imports))).toEqual([])
  })

  it('are entered through their public files', () => {
    const used = importedFromOutside()
    const isAllowed = (module: string, file: string) =>
      openModules.includes(module) || publicFiles[module]?.includes(file)
    const past = used.filter(({ module, file, from }) =>
      file.endsWith('routes.ts') ? from !== 'server/src/app.ts' : !isAllowed(module, file),
    )
    expect(past.map(({ module, file, from }) => `${from} imports ${module}/${file}`)).toEqual([])
  })

  it('have no public file that no other module imports', () => {
    const used = new Set(importedFromOutside().map(({ module, file }) => `${module}/${file}`))
    const unused = Object.entries(publicFiles)
      .flatMap(([module, files]) => files.map((file) => `${module}/${file}`))
      .filter((file) => !used.has(file))
    expect(unused).toEqual([])
  })

  it('are each closed or listed as open', () => {
    const folders = productFiles
      .map((file) => /^server\/src\/([a-z-]+)\//.exec(file)?.[1])
      .filter((module) => module !== undefined)
    expect([...new Set(folders)].sort()).toEqual(
      [...Object.keys(publicFiles), ...openModules].sort(),
    )
  })

  it('say what they need; only what composes the server knows all of its services', () => {
    const composing =
      /^server\/src\/(app|serve|open-services|periodic-jobs)\.ts$|^server\/src\/test\//
    const wrong = sourceFiles()
      .filter(
        (file) => file.startsWith('server/') && importsOf(file).includes('server/src/services.ts'),
      )
      .filter((file) => !composing.test(file))
    expect(wrong).toEqual([])
  })
})

describe('SQL', () => {
  it('is written in store/, rows and queries, and nowhere else', () => {
    const statement =
      /\b(select\s[\s\S]{1,200}?\sfrom\s|insert into\s|delete from\s|update \w+ set\s)/i
    const wrong = sourceFiles()
      .filter((file) => /^(server|cli)\//.test(file))
      .filter((file) => !/^server\/src\/(store|test)\/|-rows\.ts$|\/(rows|queries)\//.test(file))
      .filter((file) => stringsOf(file).some((text) => statement.test(text)))
    expect(wrong).toEqual([])
  })
})

/** Files in folders of the server that other modules of the product import. */
function importedFromOutside(): { module: string; file: string; from: string }[] {
  return productFiles.flatMap((from) =>
    importsOf(from).flatMap((imported) => {
      const [, module, file] = /^server\/src\/([a-z-]+)\/(.+)$/.exec(imported) ?? []
      const isInside = module === undefined || moduleOf(imported) === moduleOf(from)
      return isInside || file === undefined ? [] : [{ module, file, from }]
    }),
  )
}

function stringsOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  return source.match(/'[^'\n]*'|`[^`]*`/g) ?? []
}
