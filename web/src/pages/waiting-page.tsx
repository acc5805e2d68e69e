import { Logo } from '../parts/logo.tsx'
import { texts } from '../texts/texts.ts'
import styles from './waiting-page.module.css'

/** What stands there while it is not known yet who is looking. */
export function WaitingPage() {
  return (
    <main className={styles.page} aria-busy="true">
      <Logo />
      <span className="visually-hidden">{texts.loading}</span>
    </main>
  )
}
