import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../api/client/request.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { AskingButton } from '../../parts/forms/asking-button.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { explainFailure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { settingsTexts as words } from '../../texts/settings.ts'
import styles from './own-visits.module.css'

/** The key that the site's server signs its users with: shown on demand, and replaced by a new one. */
export function IdentityKey({ siteId }: { siteId: string }) {
  const show = useMutation({
    mutationFn: () => request('GET /api/app/sites/:siteId/identity-key', { siteId }),
  })
  const replace = useMutation({
    mutationFn: () => request('POST /api/app/sites/:siteId/identity-key/roll', { siteId }),
  })
  const [identityKey, setIdentityKey] = useState<string>()
  const onSuccess = (answer: { identityKey: string }) => setIdentityKey(answer.identityKey)
  return (
    <section className={styles.own} aria-labelledby="identity-key">
      <h3 id="identity-key">{words.identityKey}</h3>
      <p>{words.identityKeyHint}</p>
      {identityKey === undefined ? (
        <div>
          <Button busy={show.isPending} onClick={() => show.mutate(undefined, { onSuccess })}>
            {words.identityKeyShow}
          </Button>
        </div>
      ) : (
        <>
          <CodeBlock code={identityKey} label={words.identityKey} />
          <div>
            <AskingButton
              action={words.identityKeyReplace}
              busy={words.identityKeyReplacing}
              title={words.identityKeyReplaceTitle}
              mutation={replace}
              confirm={(close) =>
                replace.mutate(undefined, {
                  onSuccess: (answer) => {
                    onSuccess(answer)
                    close()
                  },
                })
              }
            >
              {words.identityKeyReplaceHint}
            </AskingButton>
          </div>
        </>
      )}
      {show.error && <Notice look="bad">{explainFailure(show.error)}</Notice>}
    </section>
  )
}
