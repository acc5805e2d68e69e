import { buildApp } from '../app.ts'
import type { Services } from '../services.ts'

/** A route: `path` with parameters as `:name`. */
export interface Route {
  method: string
  path: string
}

/** Every route that the server answers, read from the server itself. */
export async function listRoutes(services: Services): Promise<Route[]> {
  const app = buildApp(services)
  await app.ready()
  const path: string[] = []
  const found = app
    .printRoutes()
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] =
        /^([│ ]*)[├└]── (\S*)(?: \((.*)\))?$/.exec(line) ?? []
      path.splice(indent.length / 4, path.length, part)
      const names = methods.split(', ').filter((method) => method !== '' && method !== 'HEAD')
      return names.map((method) => ({ method, path: path.join('') }))
    })
  await app.close()
  return found
}
