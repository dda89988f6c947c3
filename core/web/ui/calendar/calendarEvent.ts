import type { ReactNode } from 'react'
import type { BadgeTone } from '../display/Badge.tsx'

/** Something that takes place, as a calendar shows it. */
export interface CalendarEvent {
  id: string
  title: string
  /** ISO. */
  start: string
  end: string
  /** Time of an event that takes place on each of its days by the same clock: 'Mon–Fri, 9 AM–4 PM'. */
  when?: string
  /** Repeats what `badge` says. */
  tone: BadgeTone
  /** One word for its state; canceled events are struck out as well. */
  badge?: ReactNode
  isCancelled?: boolean
  /** Place and people, on one line. */
  details?: string
  /** A page of its own. */
  href?: string
}
