import type { ReactNode } from 'react'
import type { QueryLike } from '../lists/queryLike.ts'
import { ErrorState } from './ErrorState.tsx'
import { Skeleton } from './Skeleton.tsx'

export interface LoadedProps<Data> {
  query: QueryLike & { data: Data | undefined }
  /** Height of the skeleton in pixels: as high as what comes, so that nothing moves. */
  height?: number
  /** True inside a card or a dialog, which have a frame. */
  isFrameless?: boolean
  children: (data: Data) => ReactNode
}

/** Shows what a query answers; until then a skeleton, and the reason with Try again where it failed. */
export function Loaded<Data>({ query, height, isFrameless = false, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return <Skeleton {...(height !== undefined && { height })} />
  return <ErrorState error={error} isFrameless={isFrameless} {...(refetch && { onRetry: refetch })} />
}
