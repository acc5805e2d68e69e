import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
} from '@tanstack/react-query'

/**
 * A client whose `invalidateQueries` also repeats first requests in progress. TanStack Query lets those finish and
 * treats their answers as current, though they may be older than the change that invalidated them.
 */
export class FreshQueryClient extends QueryClient {
  override async invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const { predicate = () => true } = filters
    await this.cancelQueries({
      ...filters,
      // Others may be awaited by a route, which would fail with the request.
      type: 'active',
      predicate: (query) => query.state.data === undefined && predicate(query),
    })
    return super.invalidateQueries(filters, options)
  }
}
