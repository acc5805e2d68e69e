import { expect, it, onTestFinished } from 'vitest'
import { startTestServer } from '../test/server.ts'
import { createMetrics } from './metrics.ts'

it('the delay of the event loop is measured from the first reading on, which has it', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const none = async () => 0
  const metrics = createMetrics({
    events: server.services.events,
    undelivered: { count: none, countQuarantined: none },
  })
  onTestFinished(metrics.close)
  expect(metrics.registry.getSingleMetric('nodejs_eventloop_lag_min_seconds')).toBeUndefined()
  const [, delay] = /^nodejs_eventloop_lag_min_seconds (\S+)$/m.exec(await metrics.text()) ?? []
  expect(Number(delay)).toBeGreaterThan(0)
  expect(Number(delay)).toBeLessThan(60)
})
