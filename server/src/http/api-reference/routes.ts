import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { groups, openApiDocument } from './openapi.ts'
import { referencePage } from './reference-page.ts'

/** `GET /api/openapi.json`, and `/docs` for people: both generated from the schemas, for everybody. */
export function apiReferenceRoutes(app: FastifyInstance, { config }: { config: Config }): void {
  const { publicUrl } = config
  serve(app, '/api/openapi.json', 'application/json', () =>
    JSON.stringify(openApiDocument(publicUrl)),
  )
  serve(app, '/docs', 'text/html', () => {
    const { description } = openApiDocument(publicUrl).info
    return referencePage({ groups, description, publicUrl })
  })
  for (const [name, text] of Object.entries(files())) {
    const type = name.endsWith('.css') ? 'text/css' : 'text/javascript'
    serve(app, `/docs/${name}`, type, () => text)
  }
}

/** Each address is written out, because the build finds the files by it. */
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

/**
 * Rendered once, on the first request: it does not change while the server runs, and most servers are never asked.
 */
function serve(app: FastifyInstance, path: string, type: string, make: () => string) {
  const contentType = `${type}; charset=utf-8`
  let text: string | undefined
  app.get(path, async (_request, reply) => {
    text ??= make()
    return reply.header('Content-Type', contentType).send(text)
  })
}

function read(file: URL): string {
  return readFileSync(file, 'utf8')
}
