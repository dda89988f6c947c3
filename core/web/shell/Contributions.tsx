import type { ReactNode } from 'react'
import type { Contribution, Slot } from '../plugin.ts'
import { PartBoundary } from './PartBoundary.tsx'
import { useContributions } from './navigation.ts'

/** Props that the page gives to the parts of a slot, where they ask for any. */
type PropsGiven<Props extends object> = object extends Props ? { props?: Props } : { props: Props }

type ContributionsProps<Extra extends object, Props extends object> = PropsGiven<Props> & {
  to: Slot<Extra, Props>
  /** Stands in while a part's code is on its way; nothing unless said otherwise. */
  fallback?: ReactNode
  /** Shown when no plugin adds anything for this user. */
  empty?: ReactNode
}

/** Parts that the plugins add to a slot. */
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
    <PartBoundary key={id} fallback={fallback}>
      <Part {...(props as Props)} />
    </PartBoundary>
  )
}
