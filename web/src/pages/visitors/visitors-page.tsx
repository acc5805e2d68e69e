import { Search, Users } from 'lucide-react'
import { saveVisitors, useVisitorList } from '../../api/visitors.ts'
import { Button } from '../../parts/forms/button.tsx'
import fields from '../../parts/forms/field.module.css'
import { SaveButton } from '../../parts/forms/save-button.tsx'
import { SearchBox } from '../../parts/forms/search-box.tsx'
import type { ExploreParts } from '../../parts/frame/explore-pages.ts'
import { Empty } from '../../parts/states/empty.tsx'
import { EmptyRange } from '../../parts/states/empty-range.tsx'
import { explainFailure, Failure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { WaitingRows } from '../../parts/states/waiting.tsx'
import { peopleTexts } from '../../texts/people.ts'
import { texts } from '../../texts/texts.ts'
import {
  useVisitorListState,
  type VisitorListState,
  type VisitorOrder,
  visitorOrders,
} from '../../url-state/visitor-list-state.ts'
import { VisitorTable } from './visitor-table.tsx'
import styles from './visitors-page.module.css'

const words = peopleTexts.visitors

/** The visitors of some days, by last activity or by revenue; each links to their page. */
export function VisitorsPage({ site, state, change: changeState }: ExploreParts) {
  const [list, change] = useVisitorListState()
  const asked = { range: state.range, filters: state.filters, ...list }
  const visitors = useVisitorList(site.id, asked)
  const rows = visitors.data?.pages.flatMap((page) => page.rows)
  const currency = visitors.data?.pages[0]?.currency ?? site.currency
  return (
    <section className={styles.card} aria-label={words.label} aria-busy={visitors.isFetching}>
      <div className={styles.head}>
        <SearchBox
          label={words.search}
          hint={words.searchHint}
          value={list.search}
          change={(search) => change({ search })}
        />
        <select
          className={`${fields.input} ${styles.order}`}
          aria-label={words.sort}
          value={list.order}
          onChange={(event) => change({ order: event.target.value as VisitorOrder })}
        >
          {visitorOrders.map((order) => (
            <option key={order} value={order}>
              {words.sorts[order]}
            </option>
          ))}
        </select>
        <SaveButton save={() => saveVisitors(site, asked)} label={words.export} />
      </div>
      {visitors.isPending && <WaitingRows count={10} figures={5} isTall />}
      {visitors.error && !rows && (
        <Failure error={visitors.error} retry={() => visitors.refetch()} />
      )}
      {rows?.length === 0 && (
        <NoVisitors state={state} change={changeState} list={list} changeList={change} />
      )}
      {rows !== undefined && rows.length > 0 && (
        <div data-stale={visitors.isPlaceholderData || undefined} className={styles.list}>
          <VisitorTable siteId={site.id} rows={rows} currency={currency} />
        </div>
      )}
      {visitors.isFetchNextPageError && (
        <Notice look="bad">{explainFailure(visitors.error)}</Notice>
      )}
      {visitors.hasNextPage && (
        <Button
          className={styles.more}
          busy={visitors.isFetchingNextPage}
          onClick={() => visitors.fetchNextPage()}
        >
          {visitors.isFetchingNextPage ? texts.loading : words.more}
        </Button>
      )}
    </section>
  )
}

interface NoVisitorsProps extends Pick<ExploreParts, 'state' | 'change'> {
  list: VisitorListState
  changeList: (change: Partial<VisitorListState>) => void
}

/** No visitors found; offers to clear the search first. */
function NoVisitors({ state, change, list, changeList }: NoVisitorsProps) {
  if (list.search === '') {
    return <EmptyRange sign={Users} title={words.empty} state={state} change={change} />
  }
  return (
    <Empty sign={Search} title={words.emptyFound} hint={words.emptyFoundHint}>
      <Button onClick={() => changeList({ search: '' })}>{words.clearSearch}</Button>
    </Empty>
  )
}
