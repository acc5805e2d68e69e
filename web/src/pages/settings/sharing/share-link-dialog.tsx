import type { AppShare } from '@tributary/contract/app/share.ts'
import { useRenewShareLink, useShareLink } from '../../../api/site/shares.ts'
import { CodeBlock } from '../../../parts/code-block.tsx'
import dialogs from '../../../parts/dialogs/dialog.module.css'
import { DialogForm, ShownOnce, SmallDialog } from '../../../parts/dialogs/small-dialog.tsx'
import { Failure } from '../../../parts/states/failure.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { careTexts } from '../../../texts/care.ts'
import { texts } from '../../../texts/texts.ts'

const words = careTexts.sharing

interface ShareLinkDialogProps {
  siteId: string
  share: AppShare
  close: () => void
}

/** Shows the address of a link again, or replaces the address of one that was created before it was stored. */
export function ShareLinkDialog({ siteId, share, close }: ShareLinkDialogProps) {
  const link = useShareLink(siteId, share.id)
  const renew = useRenewShareLink(siteId, share.id)
  return (
    <SmallDialog title={share.name} close={close}>
      {link.isPending && <Skeleton width="100%" height="60px" />}
      {link.error && <Failure error={link.error} retry={() => link.refetch()} />}
      {link.data && <ShownLink link={link.data} isEmbeddable={share.allowsEmbed} isNew={false} />}
      {link.data === null && (
        <DialogForm
          lead={words.unknownLink}
          submit={() => renew.mutate()}
          mutation={renew}
          action={words.renew}
        />
      )}
    </SmallDialog>
  )
}

interface ShownLinkProps {
  link: string
  isEmbeddable: boolean
  isNew: boolean
}

/** An address to copy, with the code to embed its page in a frame. */
export function ShownLink({ link, isEmbeddable, isNew }: ShownLinkProps) {
  const [page, token] = link.split('#')
  const frame = `<iframe src="${page}?embed=1&theme=light#${token}" title="Tributary" width="100%" height="900" style="border:0" loading="lazy"></iframe>`
  return (
    <ShownOnce
      lead={isNew ? words.madeHint : words.linkHint}
      code={link}
      label={words.link}
      done={texts.close}
    >
      {isEmbeddable && (
        <>
          <p className={dialogs.text}>
            {words.frame}: {words.frameHint}
          </p>
          <CodeBlock code={frame} label={words.frame} />
        </>
      )}
    </ShownOnce>
  )
}
