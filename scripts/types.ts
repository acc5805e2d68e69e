/**
 * `npm run types`: checks every project of the repository, one after the other, as one takes a gigabyte of memory. What
 * was found is remembered in .setup, so that the next run looks only at what has changed since: a tenth of the work.
 * Several checkers would each check what all files share, and a small heap collects garbage most of the time: together
 * they take two and a half times the processor.
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
