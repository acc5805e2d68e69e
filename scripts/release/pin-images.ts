/**
 * `node scripts/release/pin-images.ts` writes the digest of each image that deploy/ names, as `name:tag@sha256:…`,
 * for a release: a tag can be moved, a digest cannot. `--check` only checks, and exits with 1 if one is missing.
 * Asks the images' registry, so it needs a network.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const files = ['deploy/Dockerfile', 'deploy/compose/single.yaml', 'deploy/compose/scaled.yaml']

/** A third-party image: after `FROM`, unless it is a stage's name, or after `image:`. */
const mention =
  /^(FROM|\s*image:) +((?:[\w.-]+(?::\d+)?\/)*[\w.-]+:[\w.-]+)(@sha256:[0-9a-f]{64})?/gm

/** The images that a Dockerfile or compose file names, each once. */
export function imagesIn(text: string): { image: string; digest: string | undefined }[] {
  const found = [...text.matchAll(mention)].map(([, , image = '', digest]) => ({
    image,
    digest: digest?.slice(1),
  }))
  return [...new Map(found.map((one) => [one.image, one])).values()]
}

/** The text with the digest of each image. */
export async function pinImages(
  text: string,
  digestOf: (image: string) => Promise<string>,
): Promise<string> {
  const digests = new Map<string, string>()
  for (const { image } of imagesIn(text)) digests.set(image, await digestOf(image))
  return text.replace(mention, (_, before, image) => `${before} ${image}@${digests.get(image)}`)
}

/** The digest of a tag in its registry, for all platforms; Docker Hub unless the image names another one. */
export async function askRegistry(image: string, scheme = 'https'): Promise<string> {
  const { host, name, tag } = placeOf(image)
  const url = `${scheme}://${host}/v2/${name}/manifests/${tag}`
  const accept = [
    'application/vnd.oci.image.index.v1+json',
    'application/vnd.docker.distribution.manifest.list.v2+json',
  ].join(', ')
  const ask = (headers: Record<string, string>) =>
    fetch(url, { method: 'HEAD', headers: { accept, ...headers } })
  let reply = await ask({})
  const challenge = reply.headers.get('www-authenticate')
  if (reply.status === 401 && challenge) {
    reply = await ask({ authorization: `Bearer ${await tokenFor(challenge)}` })
  }
  const digest = reply.headers.get('docker-content-digest') ?? ''
  if (reply.ok && /^sha256:[0-9a-f]{64}$/.test(digest)) return digest
  throw new Error(`${image}: the registry answered ${reply.status} and no digest`)
}

function placeOf(image: string): { host: string; name: string; tag: string } {
  const at = image.lastIndexOf(':')
  const [path, tag] = [image.slice(0, at), image.slice(at + 1)]
  const [first = '', ...rest] = path.split('/')
  const isHost = rest.length > 0 && /[.:]/.test(first)
  if (isHost) return { host: first, name: rest.join('/'), tag }
  const name = rest.length > 0 ? path : `library/${path}`
  return { host: 'registry-1.docker.io', name, tag }
}

/** An anonymous token, from the address in the registry's challenge (`Bearer realm="…",service="…",scope="…"`). */
async function tokenFor(challenge: string): Promise<string> {
  const values = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
  const { realm = '', ...query } = values
  const reply = await fetch(`${realm}?${new URLSearchParams(query)}`)
  const { token } = (await reply.json()) as { token?: string }
  return token ?? ''
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const unpinned: string[] = []
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    if (process.argv.includes('--check')) {
      const missing = imagesIn(text).filter(({ digest }) => digest === undefined)
      unpinned.push(...missing.map(({ image }) => `${file}: ${image}`))
    } else writeFileSync(file, await pinImages(text, (image) => askRegistry(image)))
  }
  for (const one of unpinned) console.error(`no digest: ${one}`)
  process.exitCode = unpinned.length > 0 ? 1 : 0
}
