import { NotebookPen } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type Site, useMay } from '../../api/site/sites.ts'
import { annotationTexts as words } from '../../texts/annotations.ts'
import { Button } from '../forms/button.tsx'
import { useShortCuts } from '../frame/short-cuts.ts'

const AnnotationDialog = lazy(() =>
  import('./annotation-dialog.tsx').then((module) => ({ default: module.AnnotationDialog })),
)

/** The button for writing a note (`o`), for people who may. The form starts at the last day shown. */
export function AddNote({ site, lastPoint }: { site: Site; lastPoint: string | undefined }) {
  const mayWrite = useMay(site.id, 'admin')
  const [isWriting, setIsWriting] = useState(false)
  useShortCuts(mayWrite ? { o: () => setIsWriting(true) } : {})
  if (!mayWrite) return null
  return (
    <>
      <Button look="quiet" onClick={() => setIsWriting(true)}>
        <NotebookPen aria-hidden />
        {words.add}
      </Button>
      {isWriting && (
        <Suspense fallback={null}>
          <AnnotationDialog
            siteId={site.id}
            day={lastPoint?.slice(0, 10)}
            close={() => setIsWriting(false)}
          />
        </Suspense>
      )}
    </>
  )
}
