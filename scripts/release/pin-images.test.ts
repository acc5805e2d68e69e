import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { askRegistry, imagesIn, pinImages } from './pin-images.ts'

const root = new URL('../..', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')
const digest = `sha256:${'0a'.repeat(32)}`

it('images carry a version, and the one of our own image is the very Node that was pinned', () => {
  const files = readdirSync(new URL('deploy', root), { recursive: true })
    .map((file) => `deploy/${file}`)
    .filter((file) => /\.yaml$|Dockerfile$/.test(file))
  const lines = files.flatMap((file) => read(file).match(/^\s*(?:FROM|image:).*$/gm) ?? [])
  const stages = /^FROM manifests AS/
  const foreign = lines.filter((line) => !stages.test(line))
  expect(foreign.length).toBeGreaterThan(5)
  for (const line of foreign)
    expect(line).toMatch(/(FROM|image:) [\w./-]+:\d[\w.-]*(@sha256:[0-9a-f]{64})?/)
  const { version } = JSON.parse(read('scripts/runtime-checksums.json')) as { version: string }
  const base = imagesIn(read('deploy/Dockerfile')).map(({ image }) => image)
  expect(base).toEqual([`node:${version}-bookworm-slim`, 'debian:12-slim'])
})

it('a release pins each image to the digest that its registry has behind the tag', async () => {
  const asked: string[] = []
  const registry = createServer((request, response) => {
    const { host, authorization } = request.headers
    if (request.url?.startsWith('/token')) {
      response.end(JSON.stringify({ token: `for ${request.url.split('?')[1]}` }))
      return
    }
    asked.push(`${request.method} ${request.url}`)
    if (authorization !== 'Bearer for service=here&scope=pull') {
      const challenge = `Bearer realm="http://${host}/token",service="here",scope="pull"`
      response.writeHead(401, { 'www-authenticate': challenge }).end()
      return
    }
    const isKnown = request.url?.endsWith('/17')
    response.writeHead(isKnown ? 200 : 404, isKnown ? { 'docker-content-digest': digest } : {})
    response.end()
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void registry.close())
  const host = `127.0.0.1:${(registry.address() as AddressInfo).port}`
  const ask = (image: string) => askRegistry(image, 'http')
  const text = `FROM ${host}/team/db:17 AS db\nFROM db AS next\n    image: ${host}/team/db:17\n`
  const pinned = await pinImages(text, ask)
  expect(pinned).toBe(
    `FROM ${host}/team/db:17@${digest} AS db\nFROM db AS next\n    image: ${host}/team/db:17@${digest}\n`,
  )
  expect(asked.at(-1)).toBe('HEAD /v2/team/db/manifests/17')
  expect(imagesIn(pinned)).toEqual([{ image: `${host}/team/db:17`, digest }])
  expect(await pinImages(pinned, ask)).toBe(pinned)
  await expect(ask(`${host}/team/db:18`)).rejects.toThrow('answered 404 and no digest')
})
