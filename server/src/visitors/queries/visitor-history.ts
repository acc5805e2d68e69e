import Type from 'typebox'
import { entryOf } from '../../reports/queries/vocabulary.ts'
import { defineQuery } from '../../store/events/define-query.ts'
import { momentSql } from '../../store/events/hit-times.ts'
import { timeMs, wholeNumber } from '../../store/events/row-types.ts'

/**
 * One visitor's history: the totals of everything, and the newest sessions and page views before a moment. Neither
 * goals of servers nor an identify alone are visits, so a visitor who only has those has no sessions. Device and
 * place are those of a session's entry, as in reports.
 *
 * Careful: for few hits, `visitor-hits.ts` gives the same answer at a lower cost.
 *
 * Always one row, and one pass over the visitor's events: three statements would read the same blocks three times,
 * which is most of their cost.
 */
export const historyOfMany = defineQuery({
  name: 'visitor-history',
  params: Type.Object({
    site: Type.String(),
    visitor: Type.String(),
    beforeMs: Type.Integer(),
    maxSessions: Type.Integer(),
    maxPageViews: Type.Integer(),
  }),
  row: Type.Object({
    sessionCount: wholeNumber,
    pageViewCount: wholeNumber,
    firstMs: timeMs,
    lastMs: timeMs,
    sessions: Type.Array(
      // Begun, last seen, id, page views, device, browser, system, country.
      Type.Tuple([
        timeMs,
        timeMs,
        Type.String(),
        wholeNumber,
        Type.String(),
        Type.String(),
        Type.String(),
        Type.String(),
      ]),
    ),
    // When, path, title, referrer.
    pageViews: Type.Array(Type.Tuple([timeMs, Type.String(), Type.String(), Type.String()])),
  }),
  sql: `
    with
      ${momentSql('beforeMs')} as before,
      by_session as (
        select
          session_id,
          min(timestamp)                                                         as begun,
          max(timestamp)                                                         as seen,
          groupArrayIf((timestamp, path, title, referrer), kind = 'pageview')    as views,
          ${entryOf('(hits.device, hits.browser, hits.os, hits.country)')}          as entry
        from events as hits
        prewhere visitor_hash = sipHash64({visitor:String})
        where site_id = {site:String}
          and visitor_id = {visitor:String}
          and origin != 'server'
        group by session_id, session_day
        having countIf(kind != 'identify') > 0
      )
    select
      count()            as sessionCount,
      sum(length(views)) as pageViewCount,
      min(begun)         as firstMs,
      max(seen)          as lastMs,
      arraySlice(
        arrayReverseSort(groupArrayIf(
          (begun, seen, session_id, length(views), toString(entry.1), toString(entry.2),
            toString(entry.3), toString(entry.4)),
          begun < before
        )),
        1, {maxSessions:UInt32}
      ) as sessions,
      arraySlice(
        arrayReverseSort(arrayFilter(
          view -> view.1 < before,
          arrayFlatten(groupArray(views))
        )),
        1, {maxPageViews:UInt32}
      ) as pageViews
    from by_session
  `,
})
