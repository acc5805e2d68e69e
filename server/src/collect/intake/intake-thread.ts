import { enableCompileCache, flushCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'
import type { IntakeData } from './messages.ts'

// A thread does not inherit its process's compile cache. Enabled before the rest is loaded.
const { compiledIn } = workerData as IntakeData
if (compiledIn !== undefined) enableCompileCache(compiledIn)
await import('./take-requests.ts')
if (compiledIn !== undefined) flushCompileCache()
