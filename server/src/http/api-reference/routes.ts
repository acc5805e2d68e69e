import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { groups, openApiDocument } from './openapi.ts'
import { referencePage } from './reference-page.ts'

/** `GET /api/openapi.json`, and `/docs` for people: both say what the schemas say, for everybody. */
export function apiReferenceRoutes(app: FastifyInstance, { config }: Services): void {
  const { publicUrl } = config
  const document = openApiDocument(publicUrl)
  serve(app, '/api/openapi.json', { type: 'application/json', text: JSON.stringify(document) })
  const page = referencePage({ groups, description: document.info.description, publicUrl })
  serve(app, '/docs', { type: 'text/html', text: page })
  for (const [name, text] of Object.entries(files())) {
    const type = name.endsWith('.css') ? 'text/css' : 'text/javascript'
    serve(app, `/docs/${name}`, { type, text })
  }
}

/** Each address is written out: the build finds the files by it. */
function files(): Record<string, string> {
  return {
    'page.css': read(new URL('./page/page.css', import.meta.url)),
    'content.css': read(new URL('./page/content.css', import.meta.url)),
    'theme.js': read(new URL('./page/theme.js', import.meta.url)),
    'samples.js': read(new URL('./page/samples.js', import.meta.url)),
    'sidebar.js': read(new URL('./page/sidebar.js', import.meta.url)),
    'search.js': read(new URL('./page/search.js', import.meta.url)),
    'send.js': read(new URL('./page/send.js', import.meta.url)),
  }
}

/** Made once: none of it changes while the server runs. */
function serve(app: FastifyInstance, path: string, { type, text }: { type: string; text: string }) {
  const contentType = `${type}; charset=utf-8`
  app.get(path, async (_request, reply) => reply.header('Content-Type', contentType).send(text))
}

function read(file: URL): string {
  return readFileSync(file, 'utf8')
}
