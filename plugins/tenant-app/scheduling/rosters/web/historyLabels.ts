import { attendanceLabels } from './attendanceLabels.ts'
import type { SessionEvent } from '../history-contract.ts'

/** Texts of the entries of a session's history. */
const kindLabels: Record<Exclude<SessionEvent['kind'], 'marked' | 'overruled'>, string> = {
  created: 'Session scheduled',
  changed: 'Session changed',
  started: 'Session begun',
  completed: 'Session completed',
  cancelled: 'Session cancelled',
  registered: 'Registered',
  waitlisted: 'Put on the waitlist',
  promoted: 'Moved up from the waitlist',
  removed: 'Removed',
  declined: 'Place declined',
  accepted: 'Place accepted',
  'absence-reported': 'Absence reported',
  'absence-taken-back': 'Absence taken back',
}

export function eventText({ kind, mark }: Pick<SessionEvent, 'kind' | 'mark'>): string {
  if (kind === 'overruled')
    return `Overruled: marked ${mark ? attendanceLabels[mark].label.toLowerCase() : 'as unmarked'}`
  if (kind !== 'marked') return kindLabels[kind]
  return mark ? `Marked ${attendanceLabels[mark].label.toLowerCase()}` : 'Mark taken back'
}

const fieldLabels: Record<string, string> = {
  name: 'name',
  description: 'description',
  projectId: 'project',
  instructorId: 'instructor',
  startDate: 'start',
  endDate: 'end',
  maxParticipants: 'places',
  location: 'location',
  days: 'days and times',
}

/** Names the changed fields, such as 'location, start'. */
export const fieldsText = (fields: readonly string[]) => fields.map((field) => fieldLabels[field] ?? field).join(', ')

/** Names the students of an entry, as many as fit one line. */
export function studentsText(students: readonly string[]): string {
  const others = students.length - 3
  return others > 1 ? `${students.slice(0, 3).join(', ')} and ${others} others` : students.join(', ')
}
