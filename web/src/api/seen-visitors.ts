import { type InfiniteData, useQueryClient } from '@tanstack/react-query'

interface Rows {
  rows: readonly { visitorId: string }[]
}

/** The IDs of visitors that pages have shown in the last minutes: names that are made from an ID can only be looked for there. */
export function useSeenVisitors(siteId: string): () => string[] {
  const client = useQueryClient()
  const answersOf = <Answer>(name: string) =>
    client.getQueriesData<Answer>({ queryKey: [name, siteId] })
  return () => {
    const single = ['visitor-summary', 'profile'].flatMap((name) => answersOf(name))
    const listed = ['visitors', 'payers']
      .flatMap((name) => answersOf<Rows | InfiniteData<Rows>>(name))
      .flatMap(([, answer]) =>
        answer === undefined ? [] : 'pages' in answer ? answer.pages : [answer],
      )
      .flatMap(({ rows }) => rows.map(({ visitorId }) => visitorId))
    return [...new Set([...listed, ...single.map(([key]) => String(key[2]))])]
  }
}
