import { Link, useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { useSession, useSignOut } from '../../api/client/session.ts'
import { texts } from '../../texts/texts.ts'
import { Button } from '../forms/button.tsx'
import { FindContext } from '../palette/with-palette.tsx'
import { LazyStepUp } from '../step-up/lazy-step-up.tsx'
import { LazyTour } from '../tour/lazy-tour.tsx'
import { AccountMenu } from './account-menu.tsx'
import styles from './frame.module.css'
import { Logo } from './logo.tsx'

const findKeys = /Mac|iP(?:hone|ad)/.test(navigator.platform) ? '⌘K' : 'Ctrl K'

/** The frame around every page of a signed-in person: the top bar and the page below it. */
export function Frame({ bar, children }: { bar?: ReactNode; children: ReactNode }) {
  const session = useSession()
  const navigate = useNavigate()
  const find = use(FindContext)
  const signOut = useSignOut(() => navigate({ to: '/sign-in' }))
  return (
    <>
      <a href="#content" className={styles.skip}>
        {texts.skipToContent}
      </a>
      <header className={styles.bar}>
        <div className={styles.inside}>
          <Link to="/" className={styles.home} aria-label={texts.product}>
            <Logo />
            <span className={styles.name}>{texts.product}</span>
          </Link>
          <div className={styles.middle}>{bar}</div>
          {session.data && (
            <Button
              look="quiet"
              className={styles.find}
              aria-keyshortcuts="Control+K Meta+K"
              onClick={find}
            >
              <Search aria-hidden />
              <span>{texts.menu.search}</span>
              <kbd>{findKeys}</kbd>
            </Button>
          )}
          {session.data && (
            <AccountMenu
              email={session.data.email}
              isOwner={session.data.installationRole === 'owner'}
              find={find}
              signOut={() => signOut.mutate()}
            />
          )}
        </div>
      </header>
      {session.data && <LazyStepUp />}
      <main id="content" className={styles.content} tabIndex={-1}>
        {children}
      </main>
      {session.data && <LazyTour />}
    </>
  )
}

/** A page with one thing to do, in the middle of the window: signing in, setting up. */
export function LoneFrame({ title, lead, children }: LoneFrameProps) {
  return (
    <main className={styles.lone}>
      <div className={styles.card}>
        <div className={styles.loneHead}>
          <Logo />
          <h1>{title}</h1>
          <p>{lead}</p>
        </div>
        {children}
      </div>
    </main>
  )
}

interface LoneFrameProps {
  title: string
  lead: string
  children: ReactNode
}
