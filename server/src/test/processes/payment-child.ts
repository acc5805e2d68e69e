// A second process that receives the same payments, like another node behind a load balancer.
import { recordPayment } from '../../payments/ledger/record-payment.ts'
import { type ControlStoreOptions, openControlStore } from '../../store/control/control-store.ts'
import { deriveSecrets } from '../../store/control/secrets.ts'
import { aReport } from '../a-report.ts'

const [place = '{}', times = '1', secret = ''] = process.argv.slice(2)
const control = await openControlStore(JSON.parse(place) as ControlStoreOptions)
const ledger = { control, secrets: deriveSecrets(secret) }
const ids = await Promise.all(
  Array.from({ length: Number(times) }, () =>
    recordPayment(ledger, 'site_1', aReport(), Date.now()),
  ),
)
process.stdout.write(JSON.stringify(ids))
await control.close()
