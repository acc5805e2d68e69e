// `npm run cli`: runs the built command line if it is current, since it starts in half of the time.
import { fileURLToPath } from 'node:url'
import { isServerBuilt } from './is-server-built.mjs'

const isBuilt = isServerBuilt(fileURLToPath(new URL('..', import.meta.url)))
await import(isBuilt ? '../server/dist/cli.js' : '../cli/src/main.ts')
