import { useMay } from '../../../api/site/sites.ts'
import type { SectionProps } from '../section-props.ts'
import { EndOfSite } from './end-of-site.tsx'
import { EraseVisitor } from './erase-visitor.tsx'

/** What cannot be undone, each asked twice. */
export function DangerZone({ site }: SectionProps) {
  const isOwner = useMay(site.id, 'owner')
  return (
    <>
      <EraseVisitor siteId={site.id} />
      {isOwner && <EndOfSite site={site} />}
    </>
  )
}
