import { CalendarDays, CalendarRange, List } from 'lucide-react'

/** The views of a calendar, as switches name them. */
export const viewOptions = [
  { id: 'month', label: 'Month', icon: CalendarDays },
  { id: 'week', label: 'Week', icon: CalendarRange },
  { id: 'agenda', label: 'Agenda', icon: List },
] as const
