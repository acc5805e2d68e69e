import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { documentedSettings } from '../../server/src/settings/settings.ts'
import { startTestServer, type TestServer } from '../../server/src/test/server.ts'
import { entries } from '../bundle-server.ts'

const root = new URL('../..', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')
const names = documentedSettings.map(({ name }) => name)
const files = readdirSync(new URL('deploy', root), { recursive: true })
  .map(String)
  .map((file) => `deploy/${file}`)
const yamlFiles = files.filter((file) => file.endsWith('.yaml'))

/** The contents of a YAML file; throws on invalid YAML. */
function documents(file: string): Record<string, unknown>[] {
  return parseAllDocuments(read(file), { merge: true }).map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS() as Record<string, unknown>
  })
}

describe('what is in deploy/', () => {
  it.each(yamlFiles)('%s is YAML', (file) => {
    expect(documents(file).length).toBeGreaterThan(0)
  })

  it('sets only settings that exist', () => {
    const compose = ['single', 'scaled'].flatMap((name) => {
      const [file] = documents(`deploy/compose/${name}.yaml`)
      const services = Object.values(file?.services as Record<string, Service>)
      return services.filter(({ build }) => build).flatMap((one) => Object.keys(one.environment))
    })
    const kubernetes = documents('deploy/kubernetes/tributary.yaml').flatMap((document) =>
      Object.keys((document.stringData ?? document.data ?? {}) as object),
    )
    const docker = [...read('deploy/Dockerfile').matchAll(/^ENV (.+)$/gm)]
      .flatMap(([, line = '']) => line.split(' ').map((pair) => pair.split('=')[0]))
      .filter((name) => name !== 'NODE_ENV')
    const systemd = [...read('deploy/systemd/tributary.service').matchAll(/^Environment=(\w+)=/gm)]
    const proxies = files
      .filter((file) => file.startsWith('deploy/proxy/') && !file.endsWith('proxy'))
      .flatMap((file) => [...read(file).matchAll(/\b([A-Z]+_[A-Z_]+)=/g)])
    const found = [
      ...compose,
      ...kubernetes,
      ...docker,
      ...[...systemd, ...proxies].map((m) => m[1]),
    ]
    expect(found.length).toBeGreaterThan(20)
    expect(found.filter((name) => !names.includes(name ?? ''))).toEqual([])
  })

  it('copies and starts files that are there', () => {
    const copied = [...read('deploy/Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
      .flatMap(([, sources = '']) => sources.split(' '))
      .filter((source) => source !== '.')
    const started = [...read('deploy/Dockerfile').matchAll(/\b(?:server|scripts)\/\S+\.ts/g)]
    const service = [
      ...read('deploy/systemd/tributary.service').matchAll(/\S+\/\S+\.(?:ts|mjs|md)/g),
    ]
    const paths = [...copied, ...[...started, ...service].map(([path]) => path)]
    expect(paths.length).toBeGreaterThan(10)
    const here = paths.map((path) => path.replace(/^.*\/opt\/tributary\//, ''))
    expect(here.filter((path) => !existsSync(fileURLToPath(new URL(path, root))))).toEqual([])
  })

  it('starts bundles that the build makes', () => {
    const started = files
      .filter((file) => /Dockerfile|\.service$/.test(file))
      .flatMap((file) => [...read(file).matchAll(/server\/dist\/([\w-]+)\.js/g)])
      .map(([, name]) => name)
    expect(started).not.toEqual([])
    expect(started.filter((name) => !Object.keys(entries).includes(name ?? ''))).toEqual([])
  })

  it('runs as an unprivileged user on a read-only root', () => {
    expect(read('deploy/Dockerfile').match(/^USER (\w+)$/m)?.[1]).toBe('node')
    for (const name of ['single', 'scaled']) {
      const [file] = documents(`deploy/compose/${name}.yaml`)
      for (const service of Object.values(file?.services as Record<string, Service>)) {
        if (service.build) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
      }
    }
  })
})

interface Service {
  build?: object
  environment: Record<string, string>
}

describe('dashboard and alerts', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  it('ask for figures that exist', async () => {
    const { key } = await server.aSite()
    const body = { metrics: ['visitors'], dateRange: '7d' }
    expect((await server.request('POST', '/api/v1/query', { key, body })).status).toBe(200)
    const exposed = await (await fetch(`${server.url}/metrics`)).text()
    const types = new Map(
      [...exposed.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => [name, type]),
    )
    const asked = ['deploy/grafana/tributary.json', 'deploy/grafana/alerts.yaml']
      .flatMap((file) => [...read(file).matchAll(/\b(?:tributary|process)_[a-z_]+(?=[{[\s)])/g)])
      .map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
    expect(asked.length).toBeGreaterThan(15)
    expect(asked.filter((name) => !types.has(name))).toEqual([])
    // By convention: values that only grow end in _total and are counters, times are in seconds.
    for (const [name, type] of types) {
      if (name.startsWith('tributary_')) {
        expect([name, type === 'counter']).toEqual([name, name.endsWith('_total')])
        if (type === 'histogram') expect(name).toMatch(/_seconds$/)
      }
    }
    expect(exposed).toMatch(
      /tributary_engine_call_seconds_count\{kind="query",outcome="ok"\} [1-9]/,
    )
  })
})
