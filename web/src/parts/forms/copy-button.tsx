import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { texts } from '../../texts/texts.ts'
import { Button } from './button.tsx'
import { writeClipboard } from './write-clipboard.ts'

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
