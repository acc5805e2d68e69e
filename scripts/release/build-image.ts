/**
 * `npm run image`: builds the container image and prints its size. With `-- --try` it is also started and tested as
 * docs/self-hosting.md describes. `--storage FOLDER` is where Podman stores images.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type ContainerEngine, findContainerEngine } from './container-engine.ts'
import { makeBaseImages } from './local-base-images.ts'
import { tryImage } from './try-image.ts'

const image = 'tributary'
const mostBytes = 800e6

const { values } = parseArgs({
  options: {
    try: { type: 'boolean', default: false },
    storage: { type: 'string' },
  },
})
const engine = findContainerEngine(values.storage)
build(engine)
const bytes = Number(engine.call('image', 'inspect', '--format', '{{.Size}}', image))
console.log(`${image}: ${Math.round(bytes / 1e6)} MB`)
if (bytes > mostBytes) throw new Error(`The image is larger than ${mostBytes / 1e6} MB`)
if (values.try) await tryImage(engine, image)

function build({ call, hasRegistry }: ContainerEngine): void {
  const parameters = ['build', '--file', 'deploy/Dockerfile', '--tag', image]
  if (hasRegistry) {
    call(...parameters, '.')
    return
  }
  makeBaseImages(engine)
  const settings = mkdtempSync(join(tmpdir(), 'tributary-npm-'))
  try {
    // Only Docker's own format supports a health check.
    const local = ['--pull=never', '--network=host', '--isolation=chroot', '--format=docker']
    call(...parameters, ...local, ...npmSettings(settings), '.')
  } finally {
    rmSync(settings, { recursive: true, force: true })
  }
}

/** Makes npm in the build use this machine's registry and certificates. */
function npmSettings(folder: string): string[] {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env
  const inside = '/run/certificates.pem'
  const lines = [`registry=${registry}`, ...(certificates ? [`cafile=${inside}`] : [])]
  const file = join(folder, 'npmrc')
  writeFileSync(file, `${lines.join('\n')}\n`)
  return [
    `--volume=${file}:/root/.npmrc:ro`,
    ...(certificates ? [`--volume=${certificates}:${inside}:ro`] : []),
  ]
}
