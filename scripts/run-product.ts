// The product as an operator runs it, for tests: a program that serves, and one that is the command line.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

/** How to run an installation. */
export interface Product {
  /** The folder that its commands are run in. */
  folder: string
  environment: NodeJS.ProcessEnv
  /** What starts the server. */
  serve: readonly [program: string, ...parameters: string[]]
  /** The command line before a command's own arguments. */
  command: readonly [program: string, ...parameters: string[]]
}

/** A server that is ready. */
export interface RunningProduct {
  url: string
  child: ChildProcess
  /** Its output so far, stdout and stderr. */
  printed(): string
  /** Sends SIGTERM; returns the exit code. */
  stop(): Promise<number | null>
}

/** Starts it on a free port and waits until it is ready; throws with its output if it ends before. */
export async function startProduct(product: Product): Promise<RunningProduct> {
  const port = String(await freePort())
  const [program, ...parameters] = product.serve
  const child = spawn(program, parameters, {
    cwd: product.folder,
    env: { ...product.environment, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/health/ready`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${printed}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    url,
    child,
    printed: () => printed,
    async stop() {
      child.kill('SIGTERM')
      const [code] = await ended
      return code
    },
  }
}

/** Runs a command and returns its output. */
export async function runCommand(product: Product, words: string): Promise<string> {
  const [program, ...parameters] = product.command
  const { stdout } = await promisify(execFile)(program, [...parameters, ...words.split(' ')], {
    cwd: product.folder,
    env: product.environment,
  })
  return stdout
}

/** A site with a key, created by commands while the server runs. */
export interface NewSite {
  id: string
  key: string
}

export async function makeSite(product: Product): Promise<NewSite> {
  const site = await runCommand(product, '--json site create --domain shop.example')
  const { id } = JSON.parse(site) as { id: string }
  const scopes = 'payments:write,visitors:read,stats:read'
  const made = await runCommand(
    product,
    `--json key create --site ${id} --name test --scopes ${scopes}`,
  )
  return { id, key: (JSON.parse(made) as { key: string }).key }
}

/** Sends a visit from a newsletter, and a payment of that visitor. Throws if either is refused. */
export async function payAfterVisit(url: string, { id, key }: NewSite): Promise<void> {
  const visitor = { visitorId: 'ana', sessionId: 'visit-1' }
  const hit = await fetch(`${url}/api/collect`, {
    method: 'POST',
    headers: {
      origin: 'https://shop.example',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
    body: JSON.stringify({
      ...{ siteId: id, type: 'pageview', ...visitor },
      url: 'https://shop.example/?utm_source=newsletter&utm_medium=email',
    }),
  })
  const dropped = hit.headers.get('x-tributary-dropped')
  if (hit.status !== 202 || dropped !== null) throw new Error(`hit: ${hit.status} ${dropped}`)
  const paid = await post(`${url}/api/v1/payment`, key, {
    ...{ provider: 'stripe', providerPaymentId: 'pi_1', amount: 49, currency: 'USD', ...visitor },
  })
  if (paid.status !== 200) throw new Error(`payment: ${paid.status} ${await paid.text()}`)
}

/** Which sources paid, by the report that the dashboard shows too. */
export async function revenueBySource(url: string, { key }: NewSite): Promise<unknown> {
  const query = { metrics: ['visitors', 'revenue'], dimensions: ['source'], dateRange: '7d' }
  const answer = await post(`${url}/api/v1/query`, key, query)
  const { data } = (await answer.json()) as { data: { rows: unknown } }
  return data.rows
}

function post(url: string, key: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
