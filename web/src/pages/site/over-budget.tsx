import { useSite } from '../../api/site/sites.ts'
import { Notice } from '../../parts/states/notice.tsx'
import { texts } from '../../texts/texts.ts'

/** Explains that today's further hits are not counted, and who can change that. */
export function OverBudget({ siteId }: { siteId: string }) {
  if (!useSite(siteId).data?.overBudgetSince) return null
  return (
    <Notice look="bad">
      <strong>{texts.empty.overBudget}.</strong> {texts.empty.overBudgetHint}
    </Notice>
  )
}
