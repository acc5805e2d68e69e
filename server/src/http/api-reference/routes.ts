import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { openApiDocument, operations } from './openapi.ts'
import { referencePage } from './reference-page.ts'

/** `GET /api/openapi.json`, and `/docs` for people: both say what the schemas say, for everybody. */
export function apiReferenceRoutes(app: FastifyInstance, { config }: Services): void {
  serve(app, '/api/openapi.json', {
    type: 'application/json; charset=utf-8',
    text: JSON.stringify(openApiDocument(config.publicUrl)),
  })
  serve(app, '/docs', {
    type: 'text/html; charset=utf-8',
    text: referencePage(operations, config.publicUrl),
  })
  serve(app, '/docs/page.js', {
    type: 'text/javascript; charset=utf-8',
    text: read(new URL('./page.js', import.meta.url)),
  })
  serve(app, '/docs/page.css', {
    type: 'text/css; charset=utf-8',
    text: read(new URL('./page.css', import.meta.url)),
  })
}

/** Made once: none of it changes while the server runs. */
function serve(app: FastifyInstance, path: string, { type, text }: { type: string; text: string }) {
  app.get(path, async (_request, reply) => reply.header('Content-Type', type).send(text))
}

function read(file: URL): string {
  return readFileSync(file, 'utf8')
}
