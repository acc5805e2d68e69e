import type { FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { type ImportFormatName, importFormats } from '@tributary/contract/data-import.ts'
import { readConfig } from '@tributary/server/config.ts'
import { AppError } from '@tributary/server/errors.ts'
import { presentImport } from '@tributary/server/imports/present-import.ts'
import { findSiteOfImport, listImports } from '@tributary/server/imports/rows/import-rows.ts'
import type { ReachedImports } from '@tributary/server/operator/reach-imports.ts'
import { getSite } from '@tributary/server/sites/manage-sites.ts'
import { type Command, Option } from 'commander'
import { auditAction } from './audit-action.ts'
import { importTable, problemLines, reportLines } from './import-text.ts'
import type { Answer, Give, Print } from './print.ts'
import { openToRead } from './read-file.ts'
import { sendFile } from './send-file.ts'
import { watchImport } from './watch-import.ts'
import { withControl } from './with-control.ts'

interface FileOptions {
  site: string
  format: ImportFormatName
  dryRun?: boolean
  skipErrors?: boolean
}

/** `import`: a site's history from other tools, or from another Tributary. */
export function importCommand(program: Command, give: Give, print: Print): void {
  const report = (text: string) => print.err(`${text}\n`)
  const group = program
    .command('import')
    .description('import an export of Tributary or of another tool, and undo it')
    .helpCommand(false)
    .usage('<file> --site <id> --format <format> [--dry-run] [--skip-errors]')
  group
    .command('file', { isDefault: true })
    .description('check a file and import what is new; the word "file" may be left out')
    .argument('<file>', 'plain, gzip or zip')
    .requiredOption('--site <id>', 'whose it becomes')
    .addOption(
      new Option('--format <name>', 'which tool wrote it')
        .choices([...importFormats])
        .makeOptionMandatory(),
    )
    .option('--dry-run', 'only show what would be added')
    .option('--skip-errors', 'skip lines that cannot be read')
    .action(async (path: string, options: FileOptions) => {
      await using handle = await openToRead(path)
      const file = { handle, name: basename(path) }
      give(await withImports((reached) => runImport(reached, file, options, report)))
    })
  group
    .command('list')
    .description('list imports, the latest first')
    .requiredOption('--site <id>', 'of which site')
    .action(async ({ site }: { site: string }) => {
      const imports = await withControl(async ({ db, ...store }) => {
        await getSite({ db, ...store }, site)
        return (await listImports(db, site)).map(presentImport)
      })
      give({ json: { imports }, text: importTable(imports) })
    })
  group
    .command('undo')
    .description('remove the data that an import added')
    .argument('<id>', 'such as imp_…, see "import list"')
    .action(async (id: string) => {
      give(await withImports((reached) => undo(reached, id, report)))
    })
}

async function withImports<T>(work: (reached: ReachedImports) => Promise<T>): Promise<T> {
  const { reachImports } = await import('@tributary/server/operator/reach-imports.ts')
  const reached = await reachImports(readConfig())
  try {
    return await work(reached)
  } finally {
    await reached.close()
  }
}

async function runImport(
  { imports, control }: ReachedImports,
  file: { handle: FileHandle; name: string },
  { site: siteId, format, dryRun, skipErrors }: FileOptions,
  report: (text: string) => void,
): Promise<Answer> {
  const site = await getSite(control, siteId)
  const watched = { imports, site, report }
  const { id } = await imports.create(site, { format, fileName: file.name })
  try {
    await sendFile({ imports, site, report }, id, file.handle)
  } catch (error) {
    await imports.discard(site, id)
    throw error
  }
  await imports.check(site, id)
  const checked = await watchImport(watched, id)
  const { preview } = checked
  if (preview !== null) report(reportLines('Found', preview))
  const hasErrors = checked.state !== 'ready' || preview === null || preview.problems.count > 0
  const isRefused = checked.state !== 'ready' || (hasErrors && skipErrors !== true)
  if (hasErrors) report(problemLines(checked))
  if (dryRun === true || isRefused) {
    await imports.discard(site, id)
    const text = isRefused ? refusedText : 'Nothing was added, because this was a dry run.'
    return { json: { ...checked, added: false }, text, failed: isRefused }
  }
  await imports.start(site, id)
  const object = { id, name: checked.fileName }
  await auditAction(control, { action: 'import.started', siteId, object })
  const done = await watchImport(watched, id)
  const isDone = done.state === 'done' && done.result !== null
  if (!isDone) report(problemLines(done))
  const undoText = `"import undo ${id}" takes it back.`
  const text =
    done.result !== null && isDone ? `${reportLines('Added', done.result)}\n${undoText}` : undoText
  return { json: { ...done, added: isDone }, text, failed: !isDone }
}

async function undo(
  { imports, control }: ReachedImports,
  id: string,
  report: (text: string) => void,
): Promise<Answer> {
  const siteId = await findSiteOfImport(control.db, id)
  if (siteId === undefined) throw new AppError('not-found', 'Import not found; see "import list"')
  const site = await getSite(control, siteId)
  const { fileName } = await imports.undo(site, id)
  await auditAction(control, { action: 'import.removed', siteId, object: { id, name: fileName } })
  const undone = await watchImport({ imports, site, report }, id)
  const isUndone = undone.state === 'undone'
  if (!isUndone) report(problemLines(undone))
  const text = isUndone ? `What ${id} had added is removed.` : 'It is not removed whole; try again.'
  return { json: { ...undone }, text, failed: !isUndone }
}

const refusedText = 'Nothing was added. Fix the lines above, or skip them with --skip-errors.'
