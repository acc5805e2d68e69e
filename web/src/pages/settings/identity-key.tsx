import { useMutation } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import { Button } from '../../parts/button.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { explainFailure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { settingsTexts as words } from '../../texts/settings.ts'
import styles from './own-visits.module.css'

/** The key that the site's server signs its users with: shown on demand, and replaced by a new one. */
export function IdentityKey({ siteId }: { siteId: string }) {
  const path = `/api/app/sites/${encodeURIComponent(siteId)}/identity-key`
  const ask = useMutation({
    mutationFn: async (replace: boolean) =>
      replace
        ? request<{ identityKey: string }>(`${path}/roll`, { method: 'POST', body: {} })
        : request<{ identityKey: string }>(path),
  })
  return (
    <section className={styles.own} aria-labelledby="identity-key">
      <h3 id="identity-key">{words.identityKey}</h3>
      <p>{words.identityKeyHint}</p>
      {ask.data === undefined ? (
        <div>
          <Button busy={ask.isPending} onClick={() => ask.mutate(false)}>
            {words.identityKeyShow}
          </Button>
        </div>
      ) : (
        <>
          <CodeBlock code={ask.data.identityKey} label={words.identityKey} />
          <p>{words.identityKeyReplaceHint}</p>
          <div>
            <Button busy={ask.isPending} onClick={() => ask.mutate(true)}>
              {words.identityKeyReplace}
            </Button>
          </div>
        </>
      )}
      {ask.error && <Notice look="bad">{explainFailure(ask.error)}</Notice>}
    </section>
  )
}
