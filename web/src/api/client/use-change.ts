import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

/** A change after which what it may have touched is asked for again, also when it failed halfway. */
export function useChange<Input, Answer>(
  queryKey: QueryKey,
  mutationFn: (input: Input) => Promise<Answer>,
) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey }) })
}
