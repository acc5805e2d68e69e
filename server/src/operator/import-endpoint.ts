import type { IncomingMessage } from 'node:http'
import {
  type ImportData,
  type ImportFormatName,
  importFormats,
} from '@tributary/contract/data-import.ts'
import { AppError } from '../errors.ts'
import type { Imports } from '../imports/imports.ts'
import type { Site } from '../site.ts'
import { getSite } from '../sites/manage-sites.ts'
import type { ControlStore } from '../store/control/control-store.ts'

/** The import actions of a command, on its own installation or on the server that runs on it. */
export type ImportSteps = Pick<
  Imports,
  'create' | 'write' | 'check' | 'start' | 'undo' | 'discard' | 'get'
>

export interface ImportEndpointServices {
  imports: ImportSteps
  control: ControlStore
}

/** The beginning of the addresses of import commands: `/imports/check?site=…&id=…`. */
export const importPath = '/imports/'

type Step = (
  imports: ImportSteps,
  site: Site,
  asked: { id: string; words: URLSearchParams; request: IncomingMessage },
) => Promise<ImportData | undefined>

const steps: Record<keyof ImportSteps, Step> = {
  create: (imports, site, { words }) =>
    imports.create(site, {
      format: formatFrom(words.get('format')),
      fileName: words.get('fileName') ?? '',
    }),
  write: (imports, site, { id, words, request }) =>
    imports.write(site, id, Number(words.get('offset')), request),
  check: (imports, site, { id }) => imports.check(site, id),
  start: (imports, site, { id }) => imports.start(site, id),
  undo: (imports, site, { id }) => imports.undo(site, id),
  get: (imports, site, { id }) => imports.get(site, id),
  async discard(imports, site, { id }) {
    await imports.discard(site, id)
    return undefined
  },
}

/** The endpoint's reply: an import, nothing, or the domain's error. */
export interface ImportEndpointReply {
  import?: ImportData | undefined
  refused?: { kind: AppError['kind']; message: string }
}

/** Runs a command about imports; undefined for an unknown command. */
export async function answerImport(
  request: IncomingMessage,
  { imports, control }: ImportEndpointServices,
): Promise<ImportEndpointReply | undefined> {
  const { pathname, searchParams: words } = new URL(request.url ?? '/', 'http://operator')
  const name = pathname.slice(importPath.length)
  if (!Object.hasOwn(steps, name)) return undefined
  try {
    const site = await getSite(control, words.get('site') ?? '')
    const asked = { id: words.get('id') ?? '', words, request }
    return { import: await steps[name as keyof ImportSteps](imports, site, asked) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { refused: { kind: error.kind, message: error.message } }
  }
}

function formatFrom(text: string | null): ImportFormatName {
  const format = importFormats.find((name) => name === text)
  if (format === undefined) {
    throw new AppError('invalid', `format must be one of ${importFormats.join(', ')}`)
  }
  return format
}
