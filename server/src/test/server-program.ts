import { fileURLToPath, pathToFileURL } from 'node:url'
import { isServerBuilt } from '../../../scripts/is-server-built.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const isBuilt = isServerBuilt(root)

/** The server as it is released, where the build is current: it starts in half of the time. Otherwise its sources. */
export const serverProgram = `${root}${isBuilt ? 'server/dist/main.js' : 'server/src/main.ts'}`

/** The thread that computes reports, as it is released, where the build is current. */
export const builtAnswerThread = isBuilt
  ? pathToFileURL(`${root}server/dist/answer-thread.js`)
  : undefined
