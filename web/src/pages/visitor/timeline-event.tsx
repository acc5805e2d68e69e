import type {
  GoalReached,
  TimelineGoal,
  TimelineIdentified,
} from '@tributary/contract/visitor-profile.ts'
import { Flag, UserRoundCheck } from 'lucide-react'
import { useGoalName } from '../../api/goal-name.ts'
import { formatInstantTime } from '../../format/date.ts'
import { formatCount } from '../../format/number.ts'
import { peopleTexts } from '../../texts/people.ts'
import styles from './timeline.module.css'

const words = peopleTexts.profile

interface TimelineEventProps {
  siteId: string
  item: TimelineGoal | TimelineIdentified
}

/** An event outside visits: a goal from a server, or an identify call. */
export function TimelineEvent({ siteId, item }: TimelineEventProps) {
  const isGoal = item.type === 'goal'
  const Icon = isGoal ? Flag : UserRoundCheck
  return (
    <li className={styles.item}>
      <span className={styles.mark} data-look={item.type}>
        <Icon aria-hidden />
      </span>
      <div className={styles.line}>
        <time dateTime={item.at}>{formatInstantTime(item.at)}</time>
        <div className={styles.words}>
          {isGoal ? (
            <>
              <Goal siteId={siteId} goal={item} />
              <span className={styles.muted}>
                {item.times > 1 && `${words.times(formatCount(item.times))} · `}
                {words.fromServer}
              </span>
            </>
          ) : (
            <>
              <span>
                {item.userId === null ? words.knownByEmail : words.knownByUser(item.userId)}
              </span>
              <span className={styles.muted}>
                {item.origin === 'server' ? words.fromServer : words.byBrowser}
              </span>
            </>
          )}
        </div>
      </div>
    </li>
  )
}

/** A goal by its name, with its value and properties. */
export function Goal({ siteId, goal }: { siteId: string; goal: GoalReached }) {
  const goalName = useGoalName(siteId)
  const properties = Object.entries(goal.properties)
  return (
    <span className={styles.goal}>
      <span>{words.goal(goalName(goal.name))}</span>
      {goal.value !== null && <span className={styles.value}>{goal.value}</span>}
      {properties.map(([name, value]) => (
        <span key={name} className={styles.property}>
          <span className={styles.muted}>{name}</span>{' '}
          {typeof value === 'string' ? value : JSON.stringify(value)}
        </span>
      ))}
    </span>
  )
}
