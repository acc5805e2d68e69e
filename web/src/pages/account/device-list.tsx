import type { AppDevice } from '@tributary/contract/app-account.ts'
import { MonitorSmartphone } from 'lucide-react'
import { useDevices, useEndDevices } from '../../api/account.ts'
import { formatInstantDay } from '../../format/date.ts'
import { Button } from '../../parts/button.tsx'
import { explainFailure, Failure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { texts } from '../../texts/texts.ts'
import { wayTexts } from '../../texts/ways.ts'
import styles from './account-page.module.css'

const words = wayTexts.account

/** Where the person is signed in, and the way to end it. */
export function DeviceList() {
  const devices = useDevices()
  const end = useEndDevices()
  if (devices.isPending) return <Skeleton width="100%" height="56px" />
  if (!devices.data) return <Failure error={devices.error} retry={() => devices.refetch()} />
  const others = devices.data.filter(({ isThisOne }) => !isThisOne)
  return (
    <div className={styles.stack}>
      <ul className={styles.list}>
        {devices.data.map((device) => (
          <li key={device.id} className={styles.line}>
            <MonitorSmartphone aria-hidden className={styles.sign} />
            <DeviceWords device={device} />
            {!device.isThisOne && (
              <Button
                onClick={() => end.mutate(device.id)}
                busy={end.isPending && end.variables === device.id}
                aria-label={words.signOutDevice(device.device || words.unknownDevice)}
              >
                {words.signOut}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {end.error && <Notice look="bad">{explainFailure(end.error)}</Notice>}
      {others.length > 1 && (
        <div>
          <Button onClick={() => end.mutate(undefined)} disabled={end.isPending}>
            {words.signOutOthers}
          </Button>
        </div>
      )}
    </div>
  )
}

function DeviceWords({ device }: { device: AppDevice }) {
  const facts = [
    device.isThisOne ? words.thisDevice : words.lastSeen(formatInstantDay(device.lastSeenAt)),
    words.signedIn(formatInstantDay(device.signedInAt)),
  ]
  return (
    <div className={styles.words}>
      <p className={styles.name}>{device.device || words.unknownDevice}</p>
      <p className={styles.facts}>{facts.join(' · ')}</p>
    </div>
  )
}
