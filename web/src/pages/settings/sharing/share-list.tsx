import type { AppShare } from '@tributary/contract/app/share.ts'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { useRevokeShare, useShares } from '../../../api/site/shares.ts'
import { formatInstantDay } from '../../../format/date.ts'
import { useNewDialog } from '../../../parts/dialogs/use-new-dialog.ts'
import { Line, Lines } from '../../../parts/figures/lines.tsx'
import { AskingButton } from '../../../parts/forms/asking-button.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import forms from '../../../parts/forms/form.module.css'
import { Failure } from '../../../parts/states/failure.tsx'
import { WaitingRows } from '../../../parts/states/waiting.tsx'
import { careTexts } from '../../../texts/care.ts'
import type { SectionProps } from '../section-props.ts'
import { NewShareDialog } from './new-share-dialog.tsx'
import { ShareLinkDialog } from './share-link-dialog.tsx'

const words = careTexts.sharing

/** A site's share links, and a button to create one. */
export function ShareList({ site: { id: siteId } }: SectionProps) {
  const shares = useShares(siteId)
  const [isMaking, setIsMaking] = useNewDialog()
  if (shares.isPending) return <WaitingRows count={2} figures={1} isTall isFramed />
  if (!shares.data) return <Failure error={shares.error} retry={() => shares.refetch()} />
  return (
    <div className={forms.form}>
      {shares.data.length === 0 && <p className={forms.hint}>{words.none}</p>}
      {shares.data.length > 0 && (
        <Lines>
          {shares.data.map((share) => (
            <ShareLine key={share.id} siteId={siteId} share={share} />
          ))}
        </Lines>
      )}
      <div>
        <Button look="primary" onClick={() => setIsMaking(true)}>
          <Share2 aria-hidden />
          {words.make}
        </Button>
      </div>
      {isMaking && <NewShareDialog siteId={siteId} close={() => setIsMaking(false)} />}
    </div>
  )
}

function ShareLine({ siteId, share }: { siteId: string; share: AppShare }) {
  const revoke = useRevokeShare(siteId)
  const [isShown, setIsShown] = useState(false)
  return (
    <Line name={share.name} facts={factsOf(share)}>
      <Button aria-label={words.showLinkOf(share.name)} onClick={() => setIsShown(true)}>
        {words.showLink}
      </Button>
      {isShown && <ShareLinkDialog siteId={siteId} share={share} close={() => setIsShown(false)} />}
      <AskingButton
        action={words.revoke}
        busy={words.revoking}
        label={words.revokeOf(share.name)}
        title={words.revokeTitle(share.name)}
        mutation={revoke}
        confirm={() => revoke.mutate(share.id)}
      >
        {words.revokeHint}
      </AskingButton>
    </Line>
  )
}

function factsOf(share: AppShare): (string | false)[] {
  const { title, panels, showsMoney, hasPassword, filters, allowsEmbed, createdBy, createdAt } =
    share
  return [
    title !== null && words.titled(title),
    panels.map((panel) => words.panels[panel]).join(', '),
    showsMoney && words.withMoney,
    hasPassword && words.withPassword,
    filters.length > 0 && words.withFilters,
    allowsEmbed && words.framed,
    expiryOf(share),
    words.by(createdBy, formatInstantDay(createdAt)),
  ]
}

function expiryOf({ expiresAt }: AppShare): string | false {
  if (expiresAt === null) return false
  const day = formatInstantDay(expiresAt)
  return Date.parse(expiresAt) < Date.now() ? words.over(day) : words.until(day)
}
