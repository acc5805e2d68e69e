import { Logo } from '../parts/frame/logo.tsx'
import { texts } from '../texts/texts.ts'
import styles from './waiting-page.module.css'

/** Shown while the session is loading. */
export function WaitingPage() {
  return (
    <main className={styles.page} aria-busy="true">
      <Logo />
      <span className="visually-hidden">{texts.loading}</span>
    </main>
  )
}
