import type { Realtime } from '@tributary/contract/questions/realtime.ts'
import { useSlider } from '../../charts/use-slider.ts'
import { formatInstantTime } from '../../format/date.ts'
import { formatCount } from '../../format/number.ts'
import { exploreTexts } from '../../texts/explore.ts'
import styles from './realtime-page.module.css'

const words = exploreTexts.realtime

/** A bar for each minute. Pointing or the arrow keys read single ones; screen readers see a slider. */
export function MinuteBars({ minutes }: Pick<Realtime, 'minutes'>) {
  const last = minutes.length - 1
  const most = Math.max(4, ...minutes.map(({ visitors }) => visitors))
  const { index: active, slider } = useSlider({
    label: words.minutesLabel,
    last,
    indexAt: (x, width) => Math.floor((x / width) * minutes.length),
    write: (index) => sentence(minutes[index]),
  })
  const chosen = active === undefined ? undefined : minutes[active]
  const first = minutes[0]
  return (
    <div className={styles.chart} {...slider}>
      <div className={styles.bars}>
        {minutes.map((minute, index) => (
          <div
            key={minute.minute}
            className={styles.minute}
            data-active={index === active || undefined}
            data-last={index === last || undefined}
          >
            <div
              className={styles.bar}
              style={{ height: `${(100 * minute.visitors) / most}%` }}
              data-any={minute.visitors > 0 || undefined}
            />
          </div>
        ))}
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span>{first && formatInstantTime(first.minute)}</span>
        <span className={styles.reading}>{chosen ? sentence(chosen) : words.perMinute}</span>
        <span>{minutes[last] && formatInstantTime(minutes[last].minute)}</span>
      </div>
    </div>
  )
}

function sentence(minute: Realtime['minutes'][number] | undefined): string {
  if (minute === undefined) return ''
  return words.value(
    formatInstantTime(minute.minute),
    formatCount(minute.visitors),
    formatCount(minute.pageViews),
  )
}
