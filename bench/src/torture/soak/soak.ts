import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { dayMs, hourMs } from '@tributary/server/time/durations.ts'
import { freePort } from '../../../../scripts/free-port.ts'
import { faketimeLibrary } from '../../../../scripts/test-services.ts'
import { seededRandom } from '../../demo/random.ts'
import { canMoveClocks } from '../clock.ts'
import { openInsider } from '../fuzz/insider.ts'
import { install, Victim } from '../victim.ts'
import { Inspector } from './inspect.ts'
import { type Figure, figures, growthPerHour, type Sample, takeSample } from './samples.ts'
import { type Answers, soak } from './traffic.ts'

export interface SoakResult {
  answers: Answers
  samples: Sample[]
  /** Days that went by for the server. */
  days: number
  growth: Record<Figure, number>
  /** What grew by more than it may, and kinds of requests that never got through. */
  problems: string[]
  exitCode: number | null
}

const workers = 12
const pauseMs = 15
/** So that signed-in sessions, which end after 14 idle days, last. */
const days = 13
/** Caches fill up and the engine takes its memory in this share of the time. */
const warmUpShare = 1 / 3

/**
 * Simulates weeks at an installation: all kinds of requests from ever new visitors, while the server's clock is set
 * forward by hours again and again so that daily jobs run. Meanwhile samples everything that might grow.
 */
export async function tortureBySoak(options: {
  minutes: number
  seed: number
  say?: (text: string) => void
}): Promise<SoakResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-soak-'))
  const installation = await install(join(folder, 'data'))
  const clock = join(folder, 'clock')
  let offsetMs = 0
  const setClock = (hours: number) => {
    offsetMs = hours * hourMs
    writeFileSync(clock, `+${Math.round(hours * 3600)}\n`)
  }
  setClock(0)
  const inspectPort = await freePort()
  const victim = await Victim.start({
    ...installation,
    environment: {
      ...installation.environment,
      TRUSTED_PROXIES: '127.0.0.1',
      NODE_OPTIONS: `--inspect=127.0.0.1:${inspectPort}`,
      ...(canMoveClocks() && {
        LD_PRELOAD: faketimeLibrary,
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }),
    },
  })
  const insider = await openInsider(installation)
  const inspector = await Inspector.open(inspectPort)
  const ended = new AbortController()
  try {
    const traffic = soak(
      {
        ...{ installation, insider, random: seededRandom(options.seed) },
        ...{ now: () => Date.now() + offsetMs, signal: ended.signal },
      },
      workers,
      pauseMs,
    )
    const startedMs = performance.now()
    const forMs = options.minutes * 60_000
    const samples: Sample[] = []
    while (performance.now() - startedMs < forMs && victim.exitCode === null) {
      const share = (performance.now() - startedMs) / forMs
      // Four times a day, so that midnights fall at different moments of the work.
      if (canMoveClocks()) setClock(Math.floor(share * days * 4) * 6)
      const watched = { pid: victim.pid, dataDir: installation.dataDir, inspector, startedMs }
      const sample = await takeSample({ ...watched, before: samples.at(-1) })
      samples.push(sample)
      options.say?.(inWords(sample))
      await Promise.race([traffic, delay(Math.min(20_000, forMs / 60))])
    }
    ended.abort()
    const answers = await traffic
    // A process that is being looked at waits for that to end.
    inspector.close()
    const exitCode = await victim.stop()
    const settled = samples.slice(Math.floor(samples.length * warmUpShare))
    const growth = Object.fromEntries(
      (Object.keys(figures) as Figure[]).map((name) => [name, growthPerHour(settled, name)]),
    ) as Record<Figure, number>
    const problems = [
      ...problemsOf(answers, growth),
      ...(exitCode === 0 ? [] : [`exit ${exitCode}`]),
    ]
    if (problems.length === 0) await rm(folder, { recursive: true, force: true })
    else problems.push(`saved for inspection: ${folder}`)
    return { answers, samples, days: offsetMs / dayMs, growth, problems, exitCode }
  } finally {
    ended.abort()
    inspector.close()
    await insider.close()
    await victim.kill()
  }
}

/** Refusals for overload are no leak; a kind of request that never succeeded was no traffic. */
function problemsOf(answers: Answers, growth: Record<Figure, number>): string[] {
  const grown = (Object.entries(figures) as [Figure, number][])
    .filter(([name, limit]) => growth[name] > limit)
    .map(([name, limit]) => `${name}: ${growth[name].toFixed(1)} more an hour, of ${limit}`)
  const failed = Object.entries(answers).flatMap(([kind, statuses]) => [
    ...Object.entries(statuses)
      .filter(([status]) => Number(status) === 0 || (Number(status) >= 500 && status !== '503'))
      .map(([status, times]) => `${kind}: ${times} times ${status}`),
    ...(kind !== 'wrong password' && !Object.keys(statuses).some((status) => status < '3')
      ? [`${kind}: never got through`]
      : []),
  ])
  return [...grown, ...failed]
}

function inWords({ hours, figures: of, largestMaps }: Sample): string {
  const parts = [
    `${(hours * 60).toFixed(0)} min`,
    `heap ${of['heap after a collection, MB'].toFixed(1)}`,
    `server ${of['resident memory of the server, MB'].toFixed(0)}`,
    `engine ${of['resident memory of the engine, MB'].toFixed(0)} MB`,
    `${of['open files of the server']}+${of['open files of the engine']} files`,
    `maps ${largestMaps.join(' ')}`,
  ]
  return parts.join(', ')
}
