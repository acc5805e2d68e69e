import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyMadeFolder } from '../test/made-folder.ts'
import { compileCacheFolder } from './compile-cache.ts'
import { hasScreen, openBrowser } from './open-browser.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-browser-'))
  // What is opened is noted.
  const program = join(folder, 'xdg-open')
  await writeFile(program, `#!/bin/sh\nprintf %s "$1" > "${folder}/opened"\n`)
  await chmod(program, 0o755)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

const path = () => `${folder}${delimiter}/usr/bin:/bin`
const opened = () => readFile(join(folder, 'opened'), 'utf8')

it('opens an address in the browser, and nothing where there is none', async () => {
  vi.stubEnv('PATH', path())
  openBrowser('http://localhost:3000/setup#token=x', 'linux')
  await vi.waitFor(async () => expect(await opened()).toBe('http://localhost:3000/setup#token=x'))
  vi.stubEnv('PATH', join(folder, 'empty'))
  openBrowser('http://localhost:3000/', 'linux')
  await new Promise((resolve) => setTimeout(resolve, 100))
})

describe('a server started from a terminal', () => {
  const display = { DISPLAY: ':0' }
  it.each<[string, boolean, Parameters<typeof hasScreen>]>([
    ['on Linux with a display', true, [display, 'linux', false]],
    ['on Linux with Wayland', true, [{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', false]],
    ['not on Linux without', false, [{}, 'linux', false]],
    ['on a Mac', true, [{}, 'darwin', false]],
    [
      'not on a Mac over SSH',
      false,
      [{ SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' }, 'darwin', false],
    ],
    ['not in CI', false, [{ ...display, CI: 'true' }, 'linux', false]],
    ['not in a container', false, [display, 'linux', true]],
    ['not where none is wanted', false, [{ ...display, BROWSER: 'none' }, 'linux', false]],
  ])('%s', (_, expected, given) => {
    expect(hasScreen(...given)).toBe(expected)
  })
})

it('shows the set-up link below the log on a line of its own, and opens nothing outside a terminal', async () => {
  const dataDir = join(folder, 'data')
  await copyMadeFolder(dataDir)
  const compiled = compileCacheFolder()
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const child = spawn(process.execPath, [main], {
    env: {
      ...{ DATA_DIR: dataDir, PORT: '0', SECRET: randomBytes(24).toString('hex') },
      ...{ EXCHANGE_RATES: 'off', DISPLAY: ':0', PATH: path() },
      ...(compiled && { NODE_COMPILE_CACHE: compiled }),
    },
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  try {
    await vi.waitUntil(() => printed.includes('/setup#token='), { timeout: 60_000 })
    const lines = printed.trimEnd().split('\n')
    expect(lines.at(-1)).toMatch(/^ {2}http:\/\/localhost:0\/setup#token=\S+$/)
    expect(lines.slice(0, -4).at(-1)).toContain('"Tributary is ready"')
    await expect(opened()).rejects.toThrow('ENOENT')
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
})
