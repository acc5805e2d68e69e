import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../parts/forms/button.tsx'
import { LoneFrame } from '../parts/frame/frame.tsx'
import { explainFailure } from '../parts/states/failure.tsx'
import { texts } from '../texts/texts.ts'

/** Replaces a page that could not be shown, for example when the server is down. */
export function BrokenPage({ error }: ErrorComponentProps) {
  return (
    <LoneFrame title={texts.failure.page} lead={explainFailure(error)}>
      <Button look="primary" onClick={() => location.reload()}>
        {texts.retry}
      </Button>
    </LoneFrame>
  )
}
