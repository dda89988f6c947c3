import type { ReactNode } from 'react'
import { PageLink } from '#core/web/links.ts'
import { useEmailTexts } from '#core/web/mail.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { DataTable } from '#core/web/ui/lists/DataTable.tsx'
import type { AttendanceSettings } from '../../../scheduling/rosters/attendance-contract.ts'
import type { NotificationSettings } from '../contract.ts'
import { mailTimeText } from './mailTimes.ts'

interface EmailRow {
  what: string
  to: string
  when: ReactNode
  /** True if it is switched on; null for mandatory emails. */
  isOn: boolean | null
}

interface Decided {
  settings: NotificationSettings
  attendance: AttendanceSettings
}

const columns = [
  { id: 'what', header: 'Email', isPrimary: true, cell: ({ what }: EmailRow) => what },
  { id: 'to', header: 'To', cell: ({ to }: EmailRow) => to },
  { id: 'when', header: 'When', cell: ({ when }: EmailRow) => when },
  {
    id: 'state',
    header: 'State',
    cell: ({ isOn }: EmailRow) =>
      isOn === null ? (
        <Badge>Always sent</Badge>
      ) : (
        <Badge tone={isOn ? 'green' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
      ),
  },
]

const byAttendance = (when: string) => (
  <>
    {when}, set under{' '}
    <PageLink to="/org-settings" search={{ tab: 'attendance' }}>
      Attendance and notices
    </PageLink>
  </>
)

const emailsOf = ({ settings, attendance }: Decided): EmailRow[] => [
  { what: 'Invitations and new passwords', to: 'Recipient', when: 'When an admin sends them', isOn: null },
  { what: 'Another guardian of a child', to: 'The other guardians', when: 'At once', isOn: null },
  {
    what: 'A place from the waitlist',
    to: 'Guardians of the child',
    when: 'As soon as a place is free',
    isOn: null,
  },
  {
    what: 'Unexplained absences, and corrections',
    to: 'Guardians of the child',
    when: byAttendance(`${attendance.absenceMinutes} minutes after the mark`),
    isOn: attendance.tellsAbsences,
  },
  {
    what: 'Overdue attendance',
    to: 'The session’s instructor, or the admins',
    when: byAttendance(`${attendance.reminderMinutes} minutes after the start`),
    isOn: attendance.remindsInstructors,
  },
  {
    what: 'Weekly digest',
    to: 'Guardians who subscribed',
    when: `Once a week, ${mailTimeText(settings.digestWeekday, settings.digestHour)}`,
    isOn: settings.sendsDigests,
  },
  {
    what: 'Expiring consents',
    to: 'Guardians who decide',
    when: '30 days before they expire, and when they have expired',
    isOn: settings.asksConsents,
  },
  { what: 'Consents without an answer', to: 'Guardians who decide', when: 'When staff remind them', isOn: null },
  { what: 'Health and emergency data check', to: 'Guardians', when: 'Once a year', isOn: settings.asksHealth },
  {
    what: 'Access to children’s data',
    to: 'Admins',
    when: 'On the second day of a month, and at once after platform staff',
    isOn: null,
  },
]

/** Lists every email that the organization sends. */
export function MailList(decided: Decided) {
  const { promise } = useEmailTexts()
  return (
    <Card title="All emails" help={promise('Required emails are always sent.')}>
      <DataTable label="Emails" columns={columns} rows={emailsOf(decided)} rowKey={({ what }) => what} empty={null} />
    </Card>
  )
}
