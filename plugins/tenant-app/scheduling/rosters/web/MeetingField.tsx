import { Select } from '#core/web/ui/fields/Select.tsx'
import type { Meeting } from '../../sessions/meetings-contract.ts'

interface MeetingFieldProps {
  meetings: readonly Meeting[]
  meeting: Meeting
  onChange: (id: string) => void
}

/** Chooses the day of a session of several days. */
export function MeetingField({ meetings, meeting, onChange }: MeetingFieldProps) {
  return (
    <Select
      label="Day"
      options={meetings.map(({ id, day, status }) => ({
        id,
        label: `${dayText(day)}${status === 'cancelled' ? ' (canceled)' : ''}`,
      }))}
      value={meeting.id}
      onChange={onChange}
    />
  )
}

const dayText = (day: string) =>
  new Intl.DateTimeFormat(undefined, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00Z`),
  )
