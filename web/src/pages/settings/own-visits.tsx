import { CodeBlock } from '../../parts/code-block.tsx'
import { countAgainLink, leaveOutLink } from '../../parts/snippets.ts'
import { settingsTexts as words } from '../../texts/settings.ts'
import styles from './own-visits.module.css'

/** How the owner excludes a browser of their own from the figures, and includes it again. */
export function OwnVisits({ domain }: { domain: string }) {
  return (
    <section className={styles.own} aria-labelledby="own-visits">
      <h3 id="own-visits">{words.ownVisits}</h3>
      <p>{words.ownVisitsHint}</p>
      <CodeBlock code={leaveOutLink(domain)} label={words.leaveOut} />
      <p className={styles.links}>
        <a href={leaveOutLink(domain)} target="_blank" rel="noreferrer">
          {words.leaveOut}
        </a>
        <a href={countAgainLink(domain)} target="_blank" rel="noreferrer">
          {words.countAgain}
        </a>
      </p>
    </section>
  )
}
