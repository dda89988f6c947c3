import { Panel } from '#core/web/ui/lists/Panel.tsx'
import type { QueryLike } from '#core/web/ui/lists/queryLike.ts'
import type { Deed, Overview } from '../../own-page/contract.ts'
import { DeedRow } from '../../own-page/web/RecentActivities.tsx'

const MAX_SHOWN = 3

/** Lists the latest scores, feedback and summaries of all children; nothing where there are none. */
export function NewThings({ query, overviews }: { query: QueryLike; overviews: readonly Overview[] }) {
  const deeds = joinShared(
    overviews.flatMap(({ firstName, deeds: own }) => own.map((deed) => ({ ...deed, firstName }))),
  )
    .filter(({ score, feedback }) => score !== null || feedback !== '')
    .toSorted((one, other) => other.at.localeCompare(one.at))
  if (deeds.length === 0) return null
  return (
    <Panel title="New" query={query} rows={deeds.slice(0, MAX_SHOWN)} empty="Nothing new">
      {(deed) => <DeedRow deed={deed} whose={overviews.length > 1 ? deed.firstName : undefined} />}
    </Panel>
  )
}

type NamedDeed = Deed & { firstName: string }

/** Joins what several children share, such as the summary of their session, with all their names. */
const joinShared = (deeds: readonly NamedDeed[]): NamedDeed[] =>
  [...Map.groupBy(deeds, ({ id }) => id).values()].flatMap(([first, ...others]) =>
    first ? { ...first, firstName: [first, ...others].map(({ firstName }) => firstName).join(', ') } : [],
  )
