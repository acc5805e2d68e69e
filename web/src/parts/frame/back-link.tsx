import { ArrowLeft } from 'lucide-react'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import styles from './back-link.module.css'

interface BackLinkProps {
  /** The link to the list that the page belongs to. */
  to: ReactElement<{ className?: string | undefined; children?: ReactNode }>
  children: string
}

/** Above a page about one item: a link to all of them. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <nav>
      {cloneElement(
        to,
        { className: styles.back },
        <>
          <ArrowLeft aria-hidden />
          {children}
        </>,
      )}
    </nav>
  )
}
