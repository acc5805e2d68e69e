/**
 * `npm run dev`: the server from its sources, restarted when one of them changes, and the dashboard by Vite with hot
 * reload. Takes the server's settings; `DEV_PORT` is the port of the dashboard.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const { PORT = '3000', DEV_PORT = '5173' } = process.env
const target = `http://localhost:${PORT}`

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'server/src/main.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    // Links that it prints or sends lead to the dashboard in development.
    env: { PUBLIC_URL: `http://localhost:${DEV_PORT}`, ...process.env },
  },
)
const dashboard = await createServer({
  configFile: `${root}web/vite.config.ts`,
  server: {
    port: Number(DEV_PORT),
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/js', '/docs', '/help', '/health'].map((path) => [path, target]),
    ),
  },
})
await dashboard.listen()
dashboard.printUrls()

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
server.on('exit', async (code) => {
  await dashboard.close()
  process.exitCode = code ?? 0
})
