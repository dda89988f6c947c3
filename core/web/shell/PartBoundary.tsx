import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { isChunkError } from '../chunkErrors.ts'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { ChunkFailed } from './ChunkFailed.tsx'

interface PartBoundaryProps {
  /** Stands in while the part's code loads; nothing by default. */
  fallback?: ReactNode
  children: ReactNode
}

/** Holds one part of a page, made by `part`. A part that fails shows its error in its own spot and leaves the others alone. */
export function PartBoundary({ fallback, children }: PartBoundaryProps) {
  return (
    <CatchBoundary getResetKey={() => 'part'} errorComponent={PartFailed}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </CatchBoundary>
  )
}

function PartFailed({ error, reset }: ErrorComponentProps) {
  const queries = useQueryErrorResetBoundary()
  if (isChunkError(error)) return <ChunkFailed isInFrame />
  return (
    <ErrorState
      error={error}
      onRetry={() => {
        queries.reset()
        reset()
      }}
    />
  )
}
