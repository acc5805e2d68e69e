import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { holdsText } from '../format/dimension-label.ts'
import { personName } from '../format/person-name.ts'

interface Rows {
  rows: readonly { visitorId: string }[]
}

/**
 * Finds the IDs of visitors by a part of their name among those that pages have shown in the last minutes: a name is made
 * from an ID, so the server cannot look for it.
 */
export function useSeenVisitors(siteId: string): (name: string) => string[] {
  const client = useQueryClient()
  const answersOf = <Answer>(name: string) =>
    client.getQueriesData<Answer>({ queryKey: [name, siteId] })
  return (name) => {
    const single = ['visitor-summary', 'profile'].flatMap((name) => answersOf(name))
    const listed = ['visitors', 'payers']
      .flatMap((name) => answersOf<Rows | InfiniteData<Rows>>(name))
      .flatMap(([, answer]) =>
        answer === undefined ? [] : 'pages' in answer ? answer.pages : [answer],
      )
      .flatMap(({ rows }) => rows.map(({ visitorId }) => visitorId))
    const seen = new Set([...listed, ...single.map(([key]) => String(key[2]))])
    return [...seen].filter((id) => holdsText(personName(id), name))
  }
}
