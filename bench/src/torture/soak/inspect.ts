/** A process's own figures right after a garbage collection. */
export interface Inside {
  /** The main thread's, bytes. */
  heapBytes: number
  /** Buffers and what else is outside the heap, bytes. */
  externalBytes: number
  /** Sockets, timers, pending files: what keeps an event loop alive. */
  handles: number
}

/** A process that runs with `--inspect`, asked through Node's own debugging protocol. */
export class Inspector {
  #socket: WebSocket
  #asked = 0
  #waiting = new Map<number, (result: Result) => void>()

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as { id?: number; result?: Result }
      if (id === undefined) return
      this.#waiting.get(id)?.(result ?? {})
      this.#waiting.delete(id)
    })
  }

  static async open(port: number): Promise<Inspector> {
    const list = await fetch(`http://127.0.0.1:${port}/json/list`)
    const [target] = (await list.json()) as { webSocketDebuggerUrl: string }[]
    const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('the process cannot be inspected')))
    await promise
    return new Inspector(socket)
  }

  async look(): Promise<Inside> {
    await this.#ask('HeapProfiler.collectGarbage')
    const { result } = await this.#evaluate(
      '({ ...process.memoryUsage(), handles: process.getActiveResourcesInfo().length })',
    )
    const { heapUsed, external, handles } = (result?.value ?? {}) as Record<string, number>
    return {
      heapBytes: Number(heapUsed),
      externalBytes: Number(external),
      handles: Number(handles),
    }
  }

  /** How many entries the largest `Map`s have, the largest first. */
  async largestMaps(): Promise<number[]> {
    const group = { objectGroup: 'soak' }
    const { result } = await this.#evaluate('Map.prototype', { ...group, returnByValue: false })
    const prototypeObjectId = result?.objectId
    const { objects } = await this.#ask('Runtime.queryObjects', { prototypeObjectId, ...group })
    const found = await this.#ask('Runtime.callFunctionOn', {
      objectId: objects?.objectId,
      functionDeclaration: sizesOfMaps,
      returnByValue: true,
    })
    await this.#ask('Runtime.releaseObjectGroup', group)
    return (found.result?.value ?? []) as number[]
  }

  close(): void {
    this.#socket.close()
  }

  #evaluate(expression: string, options: object = {}): Promise<Result> {
    return this.#ask('Runtime.evaluate', { expression, returnByValue: true, ...options })
  }

  #ask(method: string, params: object = {}): Promise<Result> {
    const id = ++this.#asked
    const { promise, resolve } = Promise.withResolvers<Result>()
    this.#waiting.set(id, resolve)
    this.#socket.send(JSON.stringify({ id, method, params }))
    return promise
  }
}

/** Prototypes of subclasses count as maps and have no size. */
const sizesOfMaps = `function () {
  const sizes = this.map((map) => { try { return map.size } catch { return 0 } })
  return sizes.sort((a, b) => b - a).slice(0, 5)
}`

/** As much of the protocol's answers as is used here. */
interface Result {
  result?: { value?: unknown; objectId?: string }
  objects?: { objectId?: string }
}
