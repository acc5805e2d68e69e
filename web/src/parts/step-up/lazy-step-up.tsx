import { lazy, Suspense, useEffect, useState } from 'react'
import { answerStepUp } from '../../api/client/step-up.ts'

const StepUpDialog = lazy(() =>
  import('./step-up-dialog.tsx').then((module) => ({ default: module.StepUpDialog })),
)

/** Opens the dialog in which a person confirms their identity, whenever the server requires that. */
export function LazyStepUp() {
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>()
  useEffect(
    () =>
      answerStepUp(
        () =>
          new Promise((resolve) => setAnswer(() => (isConfirmed: boolean) => resolve(isConfirmed))),
      ),
    [],
  )
  if (answer === undefined) return null
  const close = (isConfirmed: boolean) => {
    setAnswer(undefined)
    answer(isConfirmed)
  }
  return (
    <Suspense fallback={null}>
      <StepUpDialog close={close} />
    </Suspense>
  )
}
