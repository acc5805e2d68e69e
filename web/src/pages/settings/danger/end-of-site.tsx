import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useEndSite, useReset } from '../../../api/site/danger.ts'
import type { Site } from '../../../api/site/sites.ts'
import { ConfirmDialog } from '../../../parts/dialogs/confirm-dialog.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import forms from '../../../parts/forms/form.module.css'
import { Notice } from '../../../parts/states/notice.tsx'
import { careTexts } from '../../../texts/care.ts'
import own from './end-of-site.module.css'

const words = careTexts.danger

/** Resets or deletes a site. For its owners. */
export function EndOfSite({ site }: { site: Site }) {
  const navigate = useNavigate()
  const [isReset, setIsReset] = useState(false)
  return (
    <>
      <OneEnd
        site={site}
        what="reset"
        onDone={() => setIsReset(true)}
        note={isReset && <ResetNote siteId={site.id} />}
      />
      <OneEnd site={site} what="delete" onDone={() => navigate({ to: '/sites' })} note={null} />
    </>
  )
}

interface OneEndProps {
  site: Site
  what: 'reset' | 'delete'
  onDone: () => void
  note: ReactNode
}

function OneEnd({ site, what, onDone, note }: OneEndProps) {
  const end = useEndSite(site.id, what)
  const [isAsking, setIsAsking] = useState(false)
  const { title, hint, question, lines, action, busy } = words[what]
  return (
    <section className={forms.form}>
      <div>
        <h3>{title}</h3>
        <p className={forms.hint}>{hint}</p>
      </div>
      {note}
      <div>
        <Button
          look="danger"
          onClick={() => {
            end.reset()
            setIsAsking(true)
          }}
        >
          {title}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={question(site.name)}
          action={action}
          busy={busy}
          mutation={end}
          typed={{ word: site.name, label: words.siteWord(site.name) }}
          confirm={() =>
            end.mutate(site.name, {
              onSuccess: () => {
                setIsAsking(false)
                onDone()
              },
            })
          }
          close={() => setIsAsking(false)}
        >
          <ul className={own.lines}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** The progress of a reset: removing a large site's events takes a while. */
function ResetNote({ siteId }: { siteId: string }) {
  const { data } = useReset(siteId)
  if (!data) return null
  return <Notice look="good">{data.finished ? words.resetDone : words.resetGoesOn}</Notice>
}
