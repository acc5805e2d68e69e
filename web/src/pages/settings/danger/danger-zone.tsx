import { useMay } from '../../../api/site/sites.ts'
import type { SectionProps } from '../section-props.ts'
import { EndOfSite } from './end-of-site.tsx'
import { EraseVisitor } from './erase-visitor.tsx'

/** Actions that cannot be undone, each with a confirmation. */
export function DangerZone({ site }: SectionProps) {
  const isOwner = useMay(site.id, 'owner')
  return (
    <>
      <EraseVisitor siteId={site.id} />
      {isOwner && <EndOfSite site={site} />}
    </>
  )
}
