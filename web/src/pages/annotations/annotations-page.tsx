import type { Annotation } from '@tributary/contract/annotations.ts'
import { NotebookPen, Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import {
  annotationsTable,
  useAnnotations,
  useDeleteAnnotation,
  useSaveAnnotation,
  writtenAgain,
} from '../../api/site/annotations.ts'
import { useMay } from '../../api/site/sites.ts'
import { formatDayRange } from '../../format/date.ts'
import { Panel } from '../../parts/figures/panel.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { CsvButton } from '../../parts/forms/csv-button.tsx'
import type { ExploreParts } from '../../parts/frame/explore-pages.ts'
import { Empty } from '../../parts/states/empty.tsx'
import { explainFailure, Failure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { WaitingRows } from '../../parts/states/waiting.tsx'
import { annotationTexts as words } from '../../texts/annotations.ts'
import styles from './annotations-page.module.css'

const AnnotationDialog = lazy(() =>
  import('../../parts/annotations/annotation-dialog.tsx').then((module) => ({
    default: module.AnnotationDialog,
  })),
)

/** All notes of a site; each can be changed, or deleted and restored. */
export function AnnotationsPage({ site }: ExploreParts) {
  const notes = useAnnotations(site.id)
  const save = useSaveAnnotation(site.id)
  const remove = useDeleteAnnotation(site.id)
  const mayWrite = useMay(site.id, 'admin')
  const [opened, setOpened] = useState<Annotation | 'new'>()
  const [gone, setGone] = useState<Annotation>()
  const undo = (note: Annotation) =>
    save.mutate(
      { id: note.annotationId, input: writtenAgain(note) },
      { onSuccess: () => setGone(undefined) },
    )
  const failure = remove.error ?? save.error
  return (
    <Panel
      title={words.list}
      tools={
        <>
          {(notes.data?.length ?? 0) > 0 && (
            <CsvButton name="annotations" ask={annotationsTable(site.id)} />
          )}
          {mayWrite && (
            <Button onClick={() => setOpened('new')}>
              <NotebookPen aria-hidden />
              {words.add}
            </Button>
          )}
        </>
      }
    >
      {gone && (
        <Notice look="plain">
          <div className={styles.undo}>
            {words.removed(gone.text)}
            <Button look="quiet" busy={save.isPending} onClick={() => undo(gone)}>
              {words.undo}
            </Button>
          </div>
        </Notice>
      )}
      {failure && <Notice look="bad">{explainFailure(failure)}</Notice>}
      {notes.isPending && <WaitingRows count={4} figures={1} />}
      {notes.error && !notes.data && <Failure error={notes.error} retry={() => notes.refetch()} />}
      {notes.data?.length === 0 && (
        <Empty sign={NotebookPen} title={words.empty} hint={words.emptyHint} />
      )}
      <ul>
        {notes.data?.map((note) => (
          <Row
            key={note.annotationId}
            note={note}
            edit={mayWrite ? () => setOpened(note) : undefined}
            drop={() => remove.mutate(note.annotationId, { onSuccess: setGone })}
          />
        ))}
      </ul>
      {opened && (
        <Suspense fallback={null}>
          <AnnotationDialog
            siteId={site.id}
            {...(opened !== 'new' && { note: opened })}
            close={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </Panel>
  )
}

interface RowProps {
  note: Annotation
  edit: (() => void) | undefined
  drop: () => void
}

function Row({ note, edit, drop }: RowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.when}>
        <span className={styles.kind} data-kind={note.kind}>
          {words.kinds[note.kind]}
        </span>
        <time dateTime={note.day}>{formatDayRange(note.day, note.lastDay)}</time>
      </span>
      <span className={styles.text}>
        {note.text}{' '}
        {note.link !== null && (
          <a href={note.link} target="_blank" rel="noreferrer noopener">
            {words.more}
          </a>
        )}
      </span>
      {edit && (
        <span className={styles.buttons}>
          <Button look="quiet" aria-label={words.edit(note.text)} onClick={edit}>
            <Pencil aria-hidden />
          </Button>
          <Button look="quiet" aria-label={words.remove(note.text)} onClick={drop}>
            <Trash2 aria-hidden />
          </Button>
        </span>
      )}
    </li>
  )
}
