import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import type { QueryLike } from '#core/web/ui/lists/queryLike.ts'
import { SessionTime } from '../../../scheduling/sessions/web/SessionTime.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import type { Overview } from '../../own-page/contract.ts'
import { VisitChildren } from './VisitChildren.tsx'
import { visitsOf, type ChildPlace } from './visits.ts'

export interface FamilyPanelProps {
  query: QueryLike
  overviews: readonly Overview[]
  onReport: (place: ChildPlace) => void
}

/** Lists today's sessions of the family: where each child is, and whether it has arrived. */
export function FamilyToday({ query, overviews, onReport }: FamilyPanelProps) {
  const zone = useZone()
  return (
    <Panel
      title="Today"
      query={query}
      rows={visitsOf(overviews, ({ isToday, status }) => isToday && status !== 'declined')}
      empty="No sessions today"
    >
      {({ name, startDate, endDate, location, children }) => (
        <>
          <div className={panel.name}>{name}</div>
          <div className={panel.details}>
            <SessionTime start={startDate} end={endDate} zone={zone} isOfDay />
            {location && <span>{location}</span>}
          </div>
          <VisitChildren places={children} onReport={onReport} />
        </>
      )}
    </Panel>
  )
}
