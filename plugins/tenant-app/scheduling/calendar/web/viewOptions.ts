import { CalendarDays, CalendarRange, List } from 'lucide-react'

/** Options of the switch between calendar views. */
export const viewOptions = [
  { id: 'month', label: 'Month', icon: CalendarDays },
  { id: 'week', label: 'Week', icon: CalendarRange },
  { id: 'agenda', label: 'Agenda', icon: List },
] as const
