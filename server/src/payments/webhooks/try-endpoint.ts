import type { Trial, TrialStage } from '@tributary/contract/operations/app-payments.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { findDelivery } from '../rows/delivery-rows.ts'
import type { Endpoint } from './endpoint.ts'

/** The endpoint's response to a sample: the id and state of the stored delivery. */
type Answer = { deliveryId: string; state: string } | undefined

/**
 * Sends a signed sample payment through the whole path and reports each stage. The sample is marked as a test, so no
 * figure ever includes it. `send` delivers it, or resolves with undefined when only the provider can sign one.
 */
export async function tryEndpoint(
  { db }: Pick<ControlStore, 'db'>,
  endpoint: Endpoint,
  send: () => Promise<Answer>,
): Promise<Trial> {
  const { provider } = endpoint
  let answer: Answer
  try {
    answer = await send()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return trialOf([{ name: 'reached', ok: false, message }])
  }
  if (answer === undefined) {
    const message = `Only ${provider.title} can sign for this endpoint: use its webhook simulator, then look at the deliveries`
    return trialOf([{ name: 'signature', ok: false, message }])
  }
  const stages: TrialStage[] = [
    { name: 'reached', ok: true, message: 'the endpoint answered 200' },
    {
      name: 'signature',
      ok: true,
      message: provider.isSigned
        ? 'accepted with the stored secret; only a delivery from the provider shows whether it is the provider’s own'
        : `${provider.title} signs nothing: keep the address secret`,
    },
  ]
  const row = await findDelivery(db, endpoint.id, answer.deliveryId)
  if (row === undefined) {
    const message = 'the delivery is not in the archive'
    return trialOf([...stages, { name: 'archived', ok: false, message }])
  }
  const summary = JSON.parse(row.summary) as string[]
  stages.push({ name: 'archived', ok: true, message: `${row.event_type} as ${row.id}` })
  stages.push({
    name: 'understood',
    ok: summary.length > 0,
    message: row.error ?? summary.join('; '),
  })
  stages.push({
    name: 'kept apart',
    ok: row.state === 'test',
    message: row.state === 'test' ? 'as a test: no report holds it' : `it is ${row.state}`,
  })
  return trialOf(stages)
}

function trialOf(stages: TrialStage[]): Trial {
  return { ok: stages.every(({ ok }) => ok), stages }
}
