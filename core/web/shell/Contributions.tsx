import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import type { Contribution, Place } from '../plugin.ts'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { useContributions } from './navigation.ts'

interface ContributionsProps<Extra extends object> {
  to: Place<Extra>
  /** Stands in while a part's code is on its way; nothing unless said otherwise. */
  fallback?: ReactNode
  /** Where no plugin adds anything for this user. */
  empty?: ReactNode
}

/** What the plugins add to a place. One that fails says so in its own spot and leaves the others alone. */
export function Contributions<Extra extends object>({ to, fallback, empty }: ContributionsProps<Extra>) {
  const contributions = useContributions(to)
  if (contributions.length === 0) return empty
  return contributions.map((contribution) => (
    <ContributedPart key={contribution.id} contribution={contribution} fallback={fallback} />
  ))
}

interface ContributedPartProps {
  contribution: Pick<Contribution, 'id' | 'component'>
  fallback?: ReactNode
}

/** One contribution, for pages that arrange them themselves. */
export function ContributedPart({ contribution: { id, component: Part }, fallback }: ContributedPartProps) {
  return (
    <CatchBoundary getResetKey={() => id} errorComponent={PartFailed}>
      <Suspense fallback={fallback}>
        <Part />
      </Suspense>
    </CatchBoundary>
  )
}

function PartFailed({ error, reset }: ErrorComponentProps) {
  const queries = useQueryErrorResetBoundary()
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
