import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

/** Where a node runs: how it is started, and how it and the services reach each other. */
export interface Place {
  /** What a command line begins with to be run there. */
  launcher: readonly string[]
  /** The node's address for its clients. */
  host: string
  /** The address that the services have for the node. */
  servicesHost: string
  /** Drops every packet between the node and all others, silently. */
  cut(): void
  /** Silently drops everything that one side sends; undefined where that is not possible. */
  cutOneWay?: (way: 'to' | 'from') => void
  heal(): void
  remove(): Promise<void>
}

/** Whether the network of a process can be cut: root, with network namespaces and veth pairs. */
export function canCutNetwork(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const probe = 'ip link set lo up && ip link add name probe0 type veth peer name probe1'
  return spawnSync('unshare', ['-n', 'sh', '-c', probe]).status === 0
}

/**
 * A separate machine as far as the network is concerned: a namespace connected to ours by one wire. To be called in a
 * namespace of its own (`unshare -n`), so that the machine's network never changes; it disappears with the processes.
 */
export async function machineOfItsOwn(number: number): Promise<Place> {
  const [ours, theirs] = [`node${number}`, `wire${number}`]
  const [servicesHost, host] = [`10.77.${number}.1`, `10.77.${number}.2`]
  const holder = spawn(
    'unshare',
    ['-n', 'sh', '-c', 'ip link set lo up && echo up && exec sleep 86400'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await once(holder.stdout, 'data')
  const inside = ['nsenter', '-t', String(holder.pid), '-n']
  ip(`link add name ${ours} type veth peer name ${theirs} netns ${holder.pid}`)
  ip(`addr add ${servicesHost}/30 dev ${ours}`)
  ip(`link set ${ours} up`)
  ip(`addr add ${host}/30 dev ${theirs}`, inside)
  ip(`link set ${theirs} up`, inside)
  /** Packets that are sent to the wrong card are dropped by the receiver. */
  const misleads = {
    to: { neighbour: `${host} dev ${ours}`, inside: [] },
    from: { neighbour: `${servicesHost} dev ${theirs}`, inside },
  }
  const misled = new Set<'to' | 'from'>()
  return {
    launcher: ['/usr/bin/nsenter', '-t', String(holder.pid), '-n'],
    host,
    servicesHost,
    cut: () => ip(`link set ${ours} down`),
    cutOneWay(way) {
      const { neighbour, inside } = misleads[way]
      ip(`neigh replace ${neighbour} lladdr 02:00:00:00:00:01 nud permanent`, inside)
      misled.add(way)
    },
    heal() {
      ip(`link set ${ours} up`)
      for (const way of misled) ip(`neigh del ${misleads[way].neighbour}`, misleads[way].inside)
      misled.clear()
    },
    remove: () => end(holder),
  }
}

/** On the shared network, which cannot be cut; `hang` and `resume` simulate it. */
export function sharedPlace(hang: () => void, resume: () => void): Place {
  const here = { host: '127.0.0.1', servicesHost: '127.0.0.1', launcher: [] }
  return { ...here, cut: hang, heal: resume, remove: async () => undefined }
}

function ip(command: string, inside: readonly string[] = []): void {
  const [program = '', ...parameters] = [...inside, 'ip', ...command.split(' ')]
  execFileSync(program, parameters)
}

async function end(holder: ChildProcess): Promise<void> {
  const ended = once(holder, 'exit')
  holder.kill('SIGKILL')
  await ended
}
