import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { texts } from '../../texts/texts.ts'
import { explainFailure } from '../states/failure.tsx'
import { Button } from './button.tsx'

interface SaveButtonProps {
  /** Fetches the file's content, and saves it. */
  save: () => Promise<void>
  label?: string
}

/** A button that saves a file, with its error next to it. */
export function SaveButton({ save, label = texts.panels.export }: SaveButtonProps) {
  const saving = useMutation({ mutationFn: save })
  return (
    <>
      <Button onClick={() => saving.mutate()} busy={saving.isPending}>
        <Download aria-hidden />
        {label}
      </Button>
      {saving.error && <span role="alert">{explainFailure(saving.error)}</span>}
    </>
  )
}
