import { Link } from '@tanstack/react-router'
import { buttonClass } from '../parts/forms/button.tsx'
import { LoneFrame } from '../parts/frame/frame.tsx'
import { useTitle } from '../parts/frame/title.ts'
import { texts } from '../texts/texts.ts'

/** The page for unknown addresses. */
export function MissingPage() {
  useTitle(texts.failure.notFound)
  return (
    <LoneFrame title={texts.failure.notFound} lead={texts.failure.notFoundHint}>
      <Link to="/" className={buttonClass('primary')}>
        {texts.failure.toSites}
      </Link>
    </LoneFrame>
  )
}
