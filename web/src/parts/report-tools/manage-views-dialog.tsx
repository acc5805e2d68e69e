import type { AppView, NewAppView } from '@tributary/contract/app/view.ts'
import { EllipsisVertical, GripVertical } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useMay } from '../../api/site/sites.ts'
import { useDeleteView, useOrderViews, useSaveView, useViews } from '../../api/site/views.ts'
import { texts } from '../../texts/texts.ts'
import { viewTexts as words } from '../../texts/views.ts'
import { Done, SmallDialog } from '../dialogs/small-dialog.tsx'
import { Button } from '../forms/button.tsx'
import fields from '../forms/field.module.css'
import { useSortable } from '../forms/use-sortable.ts'
import { MenuItem, MenuPopup } from '../frame/menu.tsx'
import { explainFailure } from '../states/failure.tsx'
import { Notice } from '../states/notice.tsx'
import styles from './manage-views.module.css'

/** The last action, and how to undo it. */
interface LastAction {
  words: string
  undo: () => Promise<unknown>
}

/**
 * The views of a person and a site in their order: renamed, moved, made the default, deleted, each with an undo.
 */
export function ManageViewsDialog({ siteId, close }: { siteId: string; close: () => void }) {
  const views = useViews(siteId).data ?? []
  const isAdmin = useMay(siteId, 'admin')
  const [last, setLast] = useState<LastAction>()
  const [error, setError] = useState<unknown>()
  const attempts = useRef(0)
  const attempt = async (work: () => Promise<unknown>, done?: LastAction) => {
    attempts.current += 1
    const own = attempts.current
    setError(undefined)
    // Undo always reverts the last action, also while that is being saved.
    setLast(undefined)
    try {
      await work()
      if (own === attempts.current) setLast(done)
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <SmallDialog title={words.manageTitle} close={close}>
      <div className={styles.lists}>
        {(['person', 'site'] as const).map((scope) => (
          <ViewList
            key={scope}
            siteId={siteId}
            scope={scope}
            views={views.filter((view) => view.scope === scope)}
            mayChange={scope === 'person' || isAdmin}
            attempt={attempt}
          />
        ))}
      </div>
      <div role="status" className={styles.status}>
        {last && (
          <Notice look="plain">
            <div className={styles.last}>
              {last.words}
              <Button look="quiet" onClick={() => attempt(last.undo)}>
                {words.undo}
              </Button>
            </div>
          </Notice>
        )}
      </div>
      {error !== undefined && <Notice look="bad">{explainFailure(error)}</Notice>}
      <Done lead={words.manageHint} done={texts.close} />
    </SmallDialog>
  )
}

interface ViewListProps {
  siteId: string
  scope: NewAppView['scope']
  views: readonly AppView[]
  mayChange: boolean
  attempt: (work: () => Promise<unknown>, done?: LastAction) => Promise<void>
}

/** The actions on the views of a list; each returns its description and how to undo it. */
function useViewDeeds({ siteId, scope, views, attempt }: ViewListProps) {
  const { mutateAsync: save } = useSaveView(siteId)
  const { mutateAsync: remove } = useDeleteView(siteId)
  const { mutateAsync: order } = useOrderViews(siteId)
  const ids = views.map(({ id }) => id)
  const restoreOrder = () => order({ scope, ids })
  const move = (from: number, to: number) => {
    const view = views[from]
    if (!view) return
    const moved = ids.toSpliced(from, 1).toSpliced(to, 0, view.id)
    attempt(() => order({ scope, ids: moved }), {
      words: words.moved(view.name, to + 1),
      undo: restoreOrder,
    })
  }
  const rename = (view: AppView, name: string) => {
    if (name.trim() === '' || name.trim() === view.name) return
    attempt(() => save({ ...view, name }), {
      words: words.renamed(view.name, name.trim()),
      undo: () => save(view),
    })
  }
  const setDefault = (view: AppView) => {
    const before = views.find((one) => one.isDefault)
    const isDefault = !view.isDefault
    attempt(() => save({ ...view, isDefault }), {
      words: isDefault ? words.opens(view.name) : words.opensNoMore(view.name),
      // Making another the default takes it from this one.
      undo: () => save(isDefault && before ? before : view),
    })
  }
  const drop = (view: AppView) =>
    attempt(() => remove(view.id), {
      words: words.removed(view.name),
      undo: async () => {
        await save(view)
        await restoreOrder()
      },
    })
  return { move, rename, setDefault, drop }
}

function ViewList(props: ViewListProps) {
  const { scope, views, mayChange } = props
  const { move, rename, setDefault, drop } = useViewDeeds(props)
  const [renamed, setRenamed] = useState<string>()
  const sortable = useSortable(views.length, move)
  if (views.length === 0) return null
  return (
    <section aria-labelledby={`views-${scope}`}>
      <h3 id={`views-${scope}`} className={styles.title}>
        {words.scopes[scope]}
      </h3>
      <ul>
        {views.map((view, index) => (
          <li key={view.id} className={styles.row} {...sortable.row(index)}>
            {mayChange && (
              <Button
                look="quiet"
                className={styles.grip}
                aria-label={words.move(view.name)}
                {...sortable.handle(index)}
              >
                <GripVertical aria-hidden />
              </Button>
            )}
            {renamed === view.id ? (
              <NameField
                view={view}
                rename={(name) => {
                  setRenamed(undefined)
                  rename(view, name)
                }}
              />
            ) : (
              <span className={styles.name}>
                {view.name}
                {view.isDefault && <small>{words.isDefault}</small>}
              </span>
            )}
            {mayChange && (
              <MenuPopup
                align="end"
                trigger={
                  <Button
                    look="quiet"
                    className={styles.grip}
                    aria-label={words.actions(view.name)}
                  >
                    <EllipsisVertical aria-hidden />
                  </Button>
                }
              >
                <MenuItem onClick={() => setRenamed(view.id)}>{words.rename}</MenuItem>
                <MenuItem onClick={() => setDefault(view)}>
                  {view.isDefault ? words.endDefault : words.makeDefault}
                </MenuItem>
                {index > 0 && (
                  <MenuItem onClick={() => move(index, index - 1)}>{words.up}</MenuItem>
                )}
                {index < views.length - 1 && (
                  <MenuItem onClick={() => move(index, index + 1)}>{words.down}</MenuItem>
                )}
                <MenuItem onClick={() => drop(view)}>{words.remove}</MenuItem>
              </MenuPopup>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A name while it is edited: Enter and leaving save it, Escape does not. */
function NameField({ view, rename }: { view: AppView; rename: (name: string) => void }) {
  const [name, setName] = useState(view.name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename(name)
  }
  return (
    <form className={styles.name} onSubmit={submit}>
      <input
        className={fields.input}
        aria-label={words.nameOf(view.name)}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to type here
        autoFocus
        value={name}
        maxLength={255}
        onChange={({ target }) => setName(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={() => rename(name)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          rename(view.name)
        }}
      />
    </form>
  )
}
