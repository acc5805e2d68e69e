import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { texts } from '../../texts/texts.ts'
import { Button } from './button.tsx'

/** Copies a text and confirms it; if the browser refuses, it says what to do instead. */
export function CopyButton({ text, label = texts.copy }: { text: string; label?: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(undefined), 2_000)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () =>
    writeClipboard(text).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    )
  return (
    <>
      <Button onClick={copy}>
        {outcome === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
        {outcome === 'copied' ? texts.copied : label}
      </Button>
      <span role="status" className={outcome === 'refused' ? undefined : 'visually-hidden'}>
        {outcome === 'refused' ? texts.copyFailed : outcome && texts.copied}
      </span>
    </>
  )
}

// Careful: browsers offer no clipboard on plain http other than localhost, where many try first.
async function writeClipboard(text: string): Promise<void> {
  if (!navigator.clipboard) throw new Error('no clipboard')
  await navigator.clipboard.writeText(text)
}
