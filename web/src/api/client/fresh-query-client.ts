import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
} from '@tanstack/react-query'

/**
 * A client whose `invalidateQueries` also asks again what is being asked for the first time. TanStack Query lets a
 * first request finish and takes its answer for current, though it may be of before the change that invalidated it.
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
