import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import type { FamilyPanelProps } from './FamilyToday.tsx'
import { VisitRow } from './VisitRow.tsx'
import { nextVisits } from './visits.ts'

/**
 * Lists the sessions of all children in the next seven days, or the next one where there are none.
 * @param readAt when the children were read, in milliseconds since 1970
 */
export function NextDays({ query, overviews, readAt, onReport }: FamilyPanelProps & { readAt: number }) {
  const { visits, areSoon } = nextVisits(overviews, readAt)
  return (
    <Panel
      title={areSoon || visits.length === 0 ? 'Next 7 days' : 'Next session'}
      query={query}
      rows={visits}
      empty="No upcoming sessions"
      action={<TextLink href="/calendar">Calendar</TextLink>}
      isShort
    >
      {(visit) => <VisitRow visit={visit} onReport={onReport} />}
    </Panel>
  )
}
