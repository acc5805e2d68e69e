/**
 * `npm run types`: checks every project of the repository, one after the other, as each takes a gigabyte of memory.
 * Results are cached in .setup, so that the next run checks only what has changed since: a tenth of the work.
 * Parallel checkers would each check the shared files, and a small heap spends most of its time collecting garbage:
 * together they take two and a half times the processor.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

const projects = ['.', 'tracker', 'web', 'sdk', 'docs/.vitepress']

mkdirSync('.setup/types', { recursive: true })
const failed = projects.filter((project) => {
  const remembered = `.setup/types/${project.replaceAll('/', '-')}.json`
  const options = ['--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', remembered]
  const { status } = spawnSync('npx', ['--no-install', 'tsc', '-p', project, ...options], {
    stdio: 'inherit',
    env: { ...process.env, GOGC: '400' },
  })
  return status !== 0
})
process.exit(failed.length === 0 ? 0 : 1)
