import { fileURLToPath } from 'node:url'
import { isServerBuilt } from '../../../scripts/is-server-built.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The server as it is released, where the build is current: it starts in half of the time. Otherwise its sources. */
export const serverProgram = `${root}${isServerBuilt(root) ? 'server/dist/main.js' : 'server/src/main.ts'}`
