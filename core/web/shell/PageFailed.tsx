import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { isChunkError } from '../chunkErrors.ts'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { ChunkFailed } from './ChunkFailed.tsx'

/** A page that could not be loaded, inside the frame that still works. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  if (isChunkError(error)) return <ChunkFailed isInFrame />
  const title = router.state.matches.at(-1)?.staticData.title ?? ''
  return (
    <Page title={title}>
      <ErrorState
        error={error}
        onRetry={() => {
          queries.reset()
          reset()
          void router.invalidate()
        }}
      />
    </Page>
  )
}
