import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from './free-port.ts'

let dataDir: string
let dev: ChildProcess
let dashboard: string
let server: string
let output = ''

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tributary-dev-'))
  const [port, devPort] = [await freePort(), await freePort()].map(String)
  dashboard = `http://localhost:${devPort}`
  server = `http://localhost:${port}/health/live`
  const env = { ...process.env, PORT: port, DEV_PORT: devPort, DATA_DIR: dataDir }
  const script = fileURLToPath(new URL('./dev.ts', import.meta.url))
  dev = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [dev.stdout, dev.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  await vi.waitFor(() => expect(output).toContain('Tributary is ready'), 60_000)
})
afterAll(() => {
  dev.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

describe('npm run dev', () => {
  it('serves the dashboard from its sources, with the API and the script', async () => {
    const page = await (await fetch(`${dashboard}/`)).text()
    expect(page).toContain('/@vite/client')
    expect((await fetch(`${dashboard}/health/live`)).status).toBe(200)
    expect((await fetch(`${dashboard}/api/v1/visitor`)).status).toBe(401)
    expect((await fetch(`${dashboard}/js/script.js`)).status).toBe(200)
    await vi.waitFor(() => expect(output).toContain(`\n  ${dashboard}/setup#token=`), 10_000)
  })

  it('stops the server and the dashboard together', async () => {
    dev.kill('SIGTERM')
    await once(dev, 'exit')
    const isGone = (url: string) =>
      fetch(url).then(
        () => false,
        () => true,
      )
    expect(await isGone(dashboard)).toBe(true)
    await expect.poll(() => isGone(server)).toBe(true)
  })
})
