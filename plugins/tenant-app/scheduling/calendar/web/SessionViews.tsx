import type { CalendarView } from '#core/web/ui/calendar/calendarDays.ts'
import type { SessionViewProps } from '../../../shared/web/places.ts'
import { sessionStates } from '../../sessions/state-contract.ts'
import { SessionCalendar } from './SessionCalendar.tsx'

export const MonthView = viewOf('month')
export const WeekView = viewOf('week')
export const AgendaView = viewOf('agenda')

function viewOf(view: CalendarView) {
  return function View({ status, ...rest }: SessionViewProps) {
    return (
      <SessionCalendar
        view={view}
        status={sessionStates.find((one) => one === status)}
        hrefOf={(id) => `/sessions/${id}`}
        {...rest}
      />
    )
  }
}
