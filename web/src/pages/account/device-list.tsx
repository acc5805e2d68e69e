import type { AppDevice } from '@tributary/contract/app/account.ts'
import { MonitorSmartphone } from 'lucide-react'
import { useDevices, useEndDevices } from '../../api/account/account.ts'
import { formatInstantDay } from '../../format/date.ts'
import { Line, Lines } from '../../parts/figures/lines.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { explainFailure, Failure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { WaitingRows } from '../../parts/states/waiting.tsx'
import { wayTexts } from '../../texts/ways.ts'
import styles from './account-page.module.css'

const words = wayTexts.account

/** Where the person is signed in, with a button to end each session. */
export function DeviceList() {
  const devices = useDevices()
  const end = useEndDevices()
  if (devices.isPending) return <WaitingRows count={1} figures={1} isTall isFramed />
  if (!devices.data) return <Failure error={devices.error} retry={() => devices.refetch()} />
  const others = devices.data.filter(({ isThisOne }) => !isThisOne)
  return (
    <div className={styles.stack}>
      <Lines>
        {devices.data.map((device) => (
          <Line
            key={device.id}
            sign={<MonitorSmartphone aria-hidden />}
            name={device.device || words.unknownDevice}
            facts={factsOf(device)}
          >
            {!device.isThisOne && (
              <Button
                onClick={() => end.mutate(device.id)}
                busy={end.isPending && end.variables === device.id}
                aria-label={words.signOutOf(device.device || words.unknownDevice)}
              >
                {words.signOut}
              </Button>
            )}
          </Line>
        ))}
      </Lines>
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

function factsOf({ isThisOne, lastSeenAt, signedInAt }: AppDevice): string[] {
  return [
    isThisOne ? words.thisDevice : words.lastSeen(formatInstantDay(lastSeenAt)),
    words.signedIn(formatInstantDay(signedInAt)),
  ]
}
