import { Panel } from '#core/web/ui/lists/Panel.tsx'
import type { QueryLike } from '#core/web/ui/lists/queryLike.ts'
import type { Overview } from '../../own-page/contract.ts'
import { VisitRow } from './VisitRow.tsx'
import { visitsOf, type ChildPlace } from './visits.ts'

export interface FamilyPanelProps {
  query: QueryLike
  overviews: readonly Overview[]
  onReport: (place: ChildPlace) => void
}

/** Lists today's sessions of the family: where each child is, and whether it has arrived. */
export function FamilyToday({ query, overviews, onReport }: FamilyPanelProps) {
  return (
    <Panel
      title="Today"
      query={query}
      rows={visitsOf(overviews, ({ isToday, status }) => isToday && status !== 'declined')}
      empty="No sessions today"
    >
      {(visit) => <VisitRow visit={visit} isOfDay onReport={onReport} />}
    </Panel>
  )
}
