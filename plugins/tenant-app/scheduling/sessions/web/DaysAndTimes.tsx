import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { PageLink } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { DataTable } from '#core/web/ui/lists/DataTable.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import type { Session } from '../contract.ts'
import type { Meeting } from '../meetings-contract.ts'
import { DayDialog } from './DayDialog.tsx'
import { dayReads, meetingsApi, sessionsApi } from './client.ts'
import { clockText, dayText } from './dayLabels.ts'
import { useLeads } from './useLeads.ts'

/** Lists the days of a session with several, each with its time and instructor, edited and canceled separately. */
export function DaysAndTimes({ sessionId }: { sessionId: string }) {
  const params = { id: sessionId }
  const session = useQuery(sessionsApi.getSession({ params }))
  const meetings = useQuery(meetingsApi.listMeetings({ params }))
  const isOfDays = session.data?.hasOwnDays || (meetings.data?.length ?? 0) > 1
  if (!session.data || !meetings.data || !isOfDays) return null
  return <Days session={session.data} meetings={meetings.data} />
}

function Days({ session, meetings }: { session: Session; meetings: readonly Meeting[] }) {
  const zone = useZone()
  const leads = useLeads()(session)
  const [edited, setEdited] = useState<Meeting | 'new'>()
  const [canceled, setCanceled] = useState<Meeting>()
  const update = useMutation(meetingsApi.updateMeeting.mutation({ touches: dayReads }))
  const isOpen = leads && session.status !== 'completed' && session.status !== 'cancelled'
  const move = ({ id, updatedAt }: Meeting, status: 'planned' | 'cancelled') =>
    update.mutateAsync({ params: { id: session.id, meetingId: id }, body: { status, updatedAt } })
  const restore = (meeting: Meeting) =>
    void move(meeting, 'planned')
      .then(() => notify({ title: `${dayText(meeting.day)} restored. Families were notified` }))
      .catch((error: unknown) =>
        notify({ title: 'Failed to restore the day', description: errorText(error), tone: 'destructive' }),
      )
  const actionsOf = (meeting: Meeting) =>
    meeting.status === 'cancelled'
      ? [{ label: 'Restore day', onAction: () => restore(meeting) }]
      : [
          { label: 'Edit day', onAction: () => setEdited(meeting) },
          { label: 'Cancel day', isDanger: true, onAction: () => setCanceled(meeting) },
        ]
  return (
    <Card
      title="Days and times"
      isFlush
      actions={
        isOpen && (
          <Button size="small" icon={<Plus size={14} aria-hidden />} onPress={() => setEdited('new')}>
            Add day
          </Button>
        )
      }
    >
      <DataTable
        label="Days and times"
        columns={columnsFor(session, zone)}
        rows={meetings}
        rowKey={({ id }) => id}
        rowLabel={({ day }) => dayText(day)}
        {...(isOpen && { rowActions: actionsOf })}
        empty={null}
      />
      <DayDialog session={session} day={edited} last={meetings.at(-1)} onClose={() => setEdited(undefined)} />
      <ConfirmDialog
        title={`Cancel ${canceled ? dayText(canceled.day) : 'the day'}?`}
        confirmLabel="Cancel day"
        isOpen={canceled !== undefined}
        onOpenChange={() => setCanceled(undefined)}
        onConfirm={async () => {
          if (!canceled) return
          await move(canceled, 'cancelled')
          notify({ title: `${dayText(canceled.day)} canceled. Families were notified` })
        }}
      >
        “{session.name}” does not take place on this day. Families of its students get an email; the other days stay as
        they are. You can restore the day later.
      </ConfirmDialog>
    </Card>
  )
}

const columnsFor = ({ id }: Session, zone: string): readonly Column<Meeting>[] => [
  {
    id: 'day',
    header: 'Day',
    isPrimary: true,
    cell: ({ id: meeting, day }) => (
      <PageLink to="/sessions/$id" params={{ id }} search={{ tab: 'attendance', meeting }}>
        {dayText(day)}
      </PageLink>
    ),
  },
  {
    id: 'time',
    header: 'Time',
    cell: ({ startsAt, endsAt, programMinutes }) =>
      programMinutes === null
        ? clockText(startsAt, endsAt, zone)
        : `Overnight, ${Math.round(programMinutes / 6) / 10} program hours`,
  },
  { id: 'instructor', header: 'Instructor', cell: ({ instructorName }) => instructorName ?? 'No instructor yet' },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => (status === 'cancelled' ? <Badge tone="red">Canceled</Badge> : 'Planned'),
  },
]
