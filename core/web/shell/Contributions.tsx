import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import type { Contribution, Place } from '../plugin.ts'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { useContributions } from './navigation.ts'

/** Props that the page gives to the parts of a place, where they ask for any. */
type PropsGiven<Props extends object> = object extends Props ? { props?: Props } : { props: Props }

type ContributionsProps<Extra extends object, Props extends object> = PropsGiven<Props> & {
  to: Place<Extra, Props>
  /** Stands in while a part's code is on its way; nothing unless said otherwise. */
  fallback?: ReactNode
  /** Shown when no plugin adds anything for this user. */
  empty?: ReactNode
}

/** Parts that the plugins add to a place. One that fails says so in its own spot and leaves the others alone. */
export function Contributions<Extra extends object, Props extends object>({
  to,
  props,
  fallback,
  empty,
}: ContributionsProps<Extra, Props>) {
  const contributions = useContributions(to)
  if (contributions.length === 0) return empty
  return contributions.map((contribution) => (
    <ContributedPart key={contribution.id} contribution={contribution} props={props as Props} fallback={fallback} />
  ))
}

type ContributedPartProps<Props extends object> = PropsGiven<Props> & {
  contribution: Pick<Contribution<Props>, 'id' | 'component'>
  fallback?: ReactNode
}

/** One contribution, for pages that arrange them themselves. */
export function ContributedPart<Props extends object>({
  contribution: { id, component: Part },
  props,
  fallback,
}: ContributedPartProps<Props>) {
  return (
    <CatchBoundary getResetKey={() => id} errorComponent={PartFailed}>
      <Suspense fallback={fallback}>
        <Part {...(props as Props)} />
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
