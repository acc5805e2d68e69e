import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { seededRandom } from '../demo/random.ts'
import { compare, isFaithful, type Verdict } from './compare.ts'
import { type Attempt, Oracle } from './oracle.ts'
import { requestFor } from './requests.ts'
import { type Installation, install, Victim } from './victim.ts'

export interface StopResult extends Verdict {
  stops: number
  sent: number
  acknowledged: number
  /** Errors of clients that did not get `Connection: close`. */
  clientErrors: string[]
  /** Clients that got `Connection: close` with their last answer. */
  toldToClose: number
  exitCodes: (number | null)[]
  longestStopMs: number
  passed: boolean
  folder: string
}

const clients = 24
const loadMs = 700

/**
 * Stops a server under load as systemd and orchestrators do. Its clients keep their connections open, some busy and
 * some idle, and reconnect elsewhere when an answer tells them to, as proxies do.
 */
export async function tortureStop(options: { rounds: number; seed: number }): Promise<StopResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-stop-'))
  const oracle = new Oracle(join(folder, 'client.log'))
  const installation = await install(join(folder, 'data'))
  const random = seededRandom(options.seed)
  const figures = { clientErrors: [] as string[], toldToClose: 0 }
  const exitCodes: (number | null)[] = []
  let longestStopMs = 0
  for (let round = 1; round <= options.rounds; round++) {
    const victim = await Victim.start(installation)
    const ended = new AbortController()
    const stalled = stallingClient(installation)
    const work = Array.from({ length: clients }, (_, n) =>
      new Client({ installation, oracle, figures, signal: ended.signal }).run(
        `${round}/${n}`,
        () => (n % 3 === 0 ? random.between(0, 600) : 0),
      ),
    )
    await delay(loadMs)
    const begunMs = performance.now()
    exitCodes.push(await victim.stop())
    longestStopMs = Math.max(longestStopMs, performance.now() - begunMs)
    ended.abort()
    await Promise.all(work)
    stalled.destroy()
  }
  const verdict = await compare(installation, oracle)
  await oracle.close()
  const passed =
    isFaithful(verdict) &&
    figures.clientErrors.length === 0 &&
    exitCodes.every((code) => code === 0)
  if (passed) await rm(folder, { recursive: true, force: true })
  return {
    ...verdict,
    ...figures,
    stops: options.rounds,
    sent: oracle.attempts.size,
    acknowledged: oracle.count((attempt) => attempt.acknowledged),
    exitCodes,
    longestStopMs,
    passed,
    folder,
  }
}

interface ClientOptions {
  installation: Installation
  oracle: Oracle
  figures: { clientErrors: string[]; toldToClose: number }
  signal: AbortSignal
}

/** One connection that is used again and again until an answer says that it ends. */
class Client {
  #options: ClientOptions
  #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(options: ClientOptions) {
    this.#options = options
  }

  async run(name: string, pauseMs: () => number): Promise<void> {
    const { oracle, figures, signal } = this.#options
    for (let n = 0; !signal.aborted; n++) {
      const kind = n % 5 === 4 ? 'payment' : 'pageview'
      const attempt = oracle.sent({
        id: `/stop/${name}/${n}`,
        kind,
        visitorId: `v-${name.replace('/', '-')}`,
        amountMinor: kind === 'payment' ? 100 + n : 0,
      })
      try {
        const answer = await this.#send(attempt)
        if (answer.statusCode === 200 || answer.statusCode === 202) oracle.acknowledged(attempt)
        else figures.clientErrors.push(`${attempt.id} was answered ${answer.statusCode}`)
        if (answer.headers.connection === 'close') {
          figures.toldToClose++
          break
        }
      } catch (error) {
        figures.clientErrors.push(`${attempt.id}: ${(error as Error).message}`)
        break
      }
      await delay(pauseMs())
    }
    this.#agent.destroy()
  }

  #send(attempt: Attempt): Promise<IncomingMessage> {
    const { path, headers, body } = requestFor(this.#options.installation, attempt)
    const text = JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const sending = request(
        this.#options.installation.url + path,
        {
          method: 'POST',
          agent: this.#agent,
          headers: { ...headers, 'content-length': Buffer.byteLength(text) },
        },
        (answer) =>
          answer
            .on('end', () => resolve(answer))
            .on('error', reject)
            .resume(),
      )
      sending.on('error', reject)
      sending.end(text)
    })
  }
}

/** A client that never finishes its request; it gets no answer, and nothing may wait for it. */
function stallingClient({ url }: Installation) {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('POST /api/v1/goal HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"event"')
  return socket
}
