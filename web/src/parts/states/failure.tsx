import { Link } from '@tanstack/react-router'
import { stepUpNeededMessage } from '@tributary/contract/second-factor-needed.ts'
import { CloudOff, SearchX } from 'lucide-react'
import { RequestError } from '../../api/client/request.ts'
import { texts } from '../../texts/texts.ts'
import { Button, buttonClass } from '../forms/button.tsx'
import styles from './failure.module.css'

/** Shown instead of something that could not be loaded: what happened, what to do, and a retry. */
export function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  if (error instanceof RequestError && error.status === 404) return <Missing />
  return (
    <div className={styles.failure} role="alert">
      <CloudOff aria-hidden className={styles.sign} />
      <p className={styles.title}>{texts.failure.title}</p>
      <p className={styles.hint}>{explainFailure(error)}</p>
      <Button onClick={retry}>{texts.retry}</Button>
    </div>
  )
}

/** Retrying does not find something that does not exist. */
function Missing() {
  return (
    <div className={styles.failure} role="alert">
      <SearchX aria-hidden className={styles.sign} />
      <h1>{texts.failure.missing}</h1>
      <p className={styles.hint}>{texts.failure.missingHint}</p>
      <Link to="/" className={buttonClass('plain')}>
        {texts.failure.toSites}
      </Link>
    </div>
  )
}

/** One sentence about a failed request that a person can act on. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof RequestError)) return texts.failure.pageHint
  if (error.status === 0) return texts.failure.offline
  if (error.status === 429) return texts.failure.rateLimited(error.retryAfterSeconds)
  if ([502, 503, 504].includes(error.status)) return texts.failure.unavailable
  if (error.isOfProxy) return texts.failure.proxy(error.status)
  if (error.status >= 500) return texts.failure.server(error.requestId)
  return error.message === stepUpNeededMessage ? texts.failure.notConfirmed : error.message
}
