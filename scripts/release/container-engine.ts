import { spawnSync } from 'node:child_process'
import { root } from '../structure/imports.ts'

/** Docker, or a program that takes the same commands. */
export interface ContainerEngine {
  /** Runs a command and returns its output; throws when it fails. */
  call(...parameters: readonly string[]): string
  /** The same with input. */
  callWith(input: Buffer, ...parameters: readonly string[]): string
  /** Whether a command succeeded; its output is ignored. */
  succeeds(...parameters: readonly string[]): boolean
  /** Options of `run` that this machine needs. */
  readonly runOptions: readonly string[]
  /** Whether it can fetch the base images. Otherwise they are built here. */
  readonly hasRegistry: boolean
}

const packages = ['podman', 'runc', 'debootstrap']

/**
 * Docker if it runs; else, as root on Debian, Podman from Debian's packages, which are installed. Its containers use
 * the machine's own network, since they need no other and a machine without a firewall's modules has no other.
 * `storage` is where it stores images, which are large.
 */
export function findContainerEngine(storage: string | undefined): ContainerEngine {
  const docker = engine('docker', [], { runOptions: [], hasRegistry: true })
  if (docker.succeeds('info')) return docker
  if (process.getuid?.() !== 0) {
    throw new Error('Docker does not answer. Start it, or run this as root on Debian, with Podman.')
  }
  if (!packages.every((name) => spawnSync(name, ['--version']).error === undefined)) {
    spawnSync('apt-get', ['-qq', 'update'], { stdio: ['ignore', 2, 2] })
    const install = ['-qq', '-y', '--no-install-recommends', 'install', ...packages]
    const { status } = spawnSync('apt-get', install, { stdio: ['ignore', 2, 2] })
    if (status !== 0) throw new Error(`apt-get could not install ${packages.join(', ')}`)
  }
  const places = storage === undefined ? [] : ['--root', storage, '--runroot', `${storage}-run`]
  const options = ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs', '--events-backend', 'file']
  return engine('podman', [...places, ...options], {
    // Podman asks for more open files than root may have in a container.
    runOptions: ['--network=host', '--ulimit=nofile=20000:20000', '--ulimit=nproc=4096:4096'],
    hasRegistry: false,
  })
}

function engine(
  program: string,
  options: readonly string[],
  machine: Pick<ContainerEngine, 'runOptions' | 'hasRegistry'>,
): ContainerEngine {
  const run = (parameters: readonly string[], input?: Buffer) =>
    spawnSync(program, [...options, ...parameters], {
      ...{ cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30 },
      ...(input && { input }),
    })
  const answer = (parameters: readonly string[], input?: Buffer) => {
    const { status, stdout, stderr, error } = run(parameters, input)
    if (status === 0) return stdout
    throw new Error(`${program} ${parameters.join(' ')}: ${error ?? stdout + stderr}`)
  }
  return {
    ...machine,
    call: (...parameters) => answer(parameters),
    callWith: (input, ...parameters) => answer(parameters, input),
    succeeds: (...parameters) => run(parameters).status === 0,
  }
}
