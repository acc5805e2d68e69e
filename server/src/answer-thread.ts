import { enableCompileCache, flushCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'
import type { ThreadData } from './answers/answers.ts'

// A thread does not inherit its process's compile cache. Enabled before the rest is loaded: saves 0.2 s of CPU and
// 10 MB.
const { compiledIn } = workerData as ThreadData
if (compiledIn !== undefined) enableCompileCache(compiledIn)
await import('./answer-questions.ts')
if (compiledIn !== undefined) flushCompileCache()
