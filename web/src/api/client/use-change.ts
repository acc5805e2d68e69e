import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

/** A change after which everything it may have affected is requested again, also if it failed halfway. */
export function useChange<Input, Answer>(
  queryKey: QueryKey,
  mutationFn: (input: Input) => Promise<Answer>,
) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey }) })
}
