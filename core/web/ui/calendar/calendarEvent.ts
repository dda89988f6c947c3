import type { ReactNode } from 'react'
import type { BadgeTone } from '../display/Badge.tsx'

/** Something that takes place, as a calendar shows it. */
export interface CalendarEvent {
  id: string
  title: string
  /** ISO. */
  start: string
  end: string
  /** Repeats what `badge` says. */
  tone: BadgeTone
  /** What to say of its state, in a word; cancelled ones are struck out as well. */
  badge?: ReactNode
  isCancelled?: boolean
  /** Where, with whom; one line. */
  details?: string
  /** A page of its own. */
  href?: string
}
