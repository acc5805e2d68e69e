import type { AppShare } from '@tributary/contract/app-share.ts'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { useRevokeShare, useShares } from '../../../api/shares.ts'
import { formatInstantDay } from '../../../format/date.ts'
import { Button } from '../../../parts/button.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { careTexts } from '../../../texts/care.ts'
import type { SectionProps } from '../section-props.ts'
import styles from '../team/team.module.css'
import { NewShareDialog } from './new-share-dialog.tsx'

const words = careTexts.sharing

/** A site's share links, and the way to a new one. */
export function ShareList({ site: { id: siteId } }: SectionProps) {
  const shares = useShares(siteId)
  const [isMaking, setIsMaking] = useState(false)
  if (shares.isPending) return <Skeleton width="100%" height="96px" />
  if (!shares.data) return <Failure error={shares.error} retry={() => shares.refetch()} />
  return (
    <div className={styles.team}>
      {shares.data.length === 0 && <p className={styles.facts}>{words.none}</p>}
      {shares.data.length > 0 && (
        <ul className={styles.list}>
          {shares.data.map((share) => (
            <ShareLine key={share.id} siteId={siteId} share={share} />
          ))}
        </ul>
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
  const [isAsking, setIsAsking] = useState(false)
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <p className={styles.name}>{share.name}</p>
        <p className={styles.facts}>{factsOf(share).filter(Boolean).join(' · ')}</p>
      </div>
      <Button onClick={() => setIsAsking(true)} aria-label={words.revokeOf(share.name)}>
        {words.revoke}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={words.revokeTitle(share.name)}
          action={words.revoke}
          busy={words.revoking}
          deed={revoke}
          confirm={() => revoke.mutate(share.id)}
          close={() => {
            revoke.reset()
            setIsAsking(false)
          }}
        >
          {words.revokeHint}
        </ConfirmDialog>
      )}
    </li>
  )
}

function factsOf(share: AppShare): (string | false)[] {
  const { panels, showsMoney, hasPassword, filters, allowsEmbed, createdBy, createdAt } = share
  return [
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
