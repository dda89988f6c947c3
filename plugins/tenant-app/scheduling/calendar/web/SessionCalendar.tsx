import { parseDate, today } from '@internationalized/date'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocale } from 'react-aria-components/I18nProvider'
import { Calendar } from '#core/web/ui/calendar/Calendar.tsx'
import { spanOf, type CalendarView } from '#core/web/ui/calendar/calendarDays.ts'
import type { CalendarEvent } from '#core/web/ui/calendar/calendarEvent.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { stateAt, type SessionState } from '../../sessions/state-contract.ts'
import { SessionStatusBadge } from '../../sessions/web/SessionStatusBadge.tsx'
import { sessionStateLabels } from '../../sessions/web/sessionLabels.ts'
import type { CalendarSession } from '../contract.ts'
import { calendarApi } from './client.ts'
import { runsOf } from './dayRuns.ts'

interface SessionCalendarProps {
  view: CalendarView
  search?: string | undefined
  status?: SessionState | undefined
  projectId?: string | undefined
  /** Day such as `2026-11-26`; today by default. */
  date: string | undefined
  onDateChange: (date: string) => void
  /** Returns the URL of a session's page, for viewers who have one. */
  hrefOf?: (sessionId: string) => string
}

/** Shows sessions by day, in the organization's zone; loads the span that the view shows. */
export function SessionCalendar({ view, search, status, projectId, date, onDateChange, hrefOf }: SessionCalendarProps) {
  const zone = useZone()
  const { locale } = useLocale()
  const shown = date ?? today(zone).toString()
  const span = spanOf(view, parseDate(shown), { locale, zone })
  const sessions = useQuery({
    ...calendarApi.listCalendar.page({ query: { ...span, search, status, projectId } }),
    placeholderData: keepPreviousData,
  })
  if (sessions.error && !sessions.data) return <ErrorState error={sessions.error} onRetry={sessions.refetch} />
  return (
    <>
      {sessions.data?.more && (
        <Banner tone="warn" title="There are more sessions than are shown">
          Search, choose a status or a shorter view to see the others.
        </Banner>
      )}
      <Calendar
        label="Sessions"
        view={view}
        date={shown}
        onDateChange={onDateChange}
        zone={zone}
        events={sessions.data?.rows.flatMap((session) => eventsOf(session, zone, hrefOf))}
        counted={['session', 'sessions']}
        empty={<EmptyState title="No sessions in these days">Look at other days, or at all sessions.</EmptyState>}
      />
    </>
  )
}

/** Returns one event for a one-day session; else one per run of consecutive days with the same local time. */
function eventsOf(session: CalendarSession, zone: string, hrefOf?: (id: string) => string): CalendarEvent[] {
  const { id, name, startDate, endDate, status, location, instructorName, children, days } = session
  const who = children.map(({ firstName, isWaiting }) => (isWaiting ? `${firstName} (waitlist)` : firstName))
  const event = {
    id,
    title: name,
    start: startDate,
    end: endDate,
    tone: sessionStateLabels[stateAt(session, Date.now())].tone,
    badge: <SessionStatusBadge session={session} />,
    isCancelled: status === 'cancelled',
    details: [who.join(', '), location, instructorName].filter(Boolean).join(' · '),
    ...(hrefOf && { href: hrefOf(id) }),
  }
  if (days.length === 0) return [event]
  return runsOf(days, zone).map((run) => ({
    ...event,
    id: run.id,
    start: run.start,
    end: run.end,
    isCancelled: event.isCancelled || run.isCancelled,
    ...(run.when !== null && { when: run.when }),
  }))
}
