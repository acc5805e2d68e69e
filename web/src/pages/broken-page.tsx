import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../parts/forms/button.tsx'
import { LoneFrame } from '../parts/frame/frame.tsx'
import { explainFailure } from '../parts/states/failure.tsx'
import { useNewerBuild } from '../parts/states/newer-build.ts'
import { texts } from '../texts/texts.ts'

/** Replaces a page that could not be shown, for example when the server is down. */
export function BrokenPage({ error }: ErrorComponentProps) {
  const isOutdated = useNewerBuild()
  const { failure } = texts
  return (
    <LoneFrame
      title={isOutdated ? failure.updated : failure.page}
      lead={isOutdated ? failure.updatedHint : explainFailure(error)}
    >
      <Button look="primary" onClick={() => location.reload()}>
        {isOutdated ? failure.reload : texts.retry}
      </Button>
    </LoneFrame>
  )
}
