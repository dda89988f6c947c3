import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { UserPlus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { countText } from '#core/contract/count-text.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { Toolbar } from '#core/web/ui/lists/Toolbar.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import type { Session } from '../../sessions/contract.ts'
import { sessionsApi } from '../../sessions/web/client.ts'
import { adultsText } from '../../sessions/web/ratioText.ts'
import { useRuns } from '../../sessions/web/useLeads.ts'
import type { Participant } from '../contract.ts'
import * as styles from './rosters.css.ts'
import { PointsDialog } from './PointsDialog.tsx'
import { RegisterDialog } from './RegisterDialog.tsx'
import { attendanceLabels } from './attendanceLabels.ts'
import { rosterReads, rostersApi } from './client.ts'

const PAGE_SIZE = 50

const fullName = ({ firstName, lastName }: Pick<Participant, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`

const columns: readonly Column<Participant>[] = [
  { id: 'student', header: 'Student', isPrimary: true, cell: (one) => <PersonName name={fullName(one)} /> },
  { id: 'grade', header: 'Grade', cell: ({ grade }) => grade ?? '—' },
  {
    id: 'place',
    header: 'Place',
    cell: ({ waitingPosition, promotedAt, acceptedBy }) => {
      if (waitingPosition !== null) return <Badge tone="amber">Waiting, {waitingPosition}.</Badge>
      if (acceptedBy !== null) return <Badge tone="green">Accepted by {acceptedBy}</Badge>
      return <Badge tone="green">{promotedAt === null ? 'Registered' : 'Moved up, not answered'}</Badge>
    },
  },
  {
    id: 'attendance',
    header: 'Attendance',
    cell: ({ attendance, reportedBy }) => {
      if (attendance)
        return <Badge tone={attendanceLabels[attendance].tone}>{attendanceLabels[attendance].label}</Badge>
      return reportedBy === null ? '—' : <Badge tone="blue">Excused, reported by {reportedBy}</Badge>
    },
  },
  { id: 'points', header: 'Points', align: 'end', cell: ({ pointsEarned }) => pointsEarned },
]

/** Words for the registered children and the adults with them: '12 children · 1 adult'. */
const ratioOf = ({ currentParticipants, instructorId }: Session) =>
  `${countText(currentParticipants, 'child', 'children')} · ${adultsText(instructorId === null ? 0 : 1)}`

/** Lists registered and waitlisted students of a session. */
export function RosterTab({ sessionId }: { sessionId: string }) {
  const [page, setPage] = useState(1)
  const [isRegistering, setRegistering] = useState(false)
  const [rated, setRated] = useState<Participant>()
  const session = useQuery(sessionsApi.getSession({ params: { id: sessionId } }))
  const leads = useRuns(session.data)
  const roster = useQuery({
    ...rostersApi.listParticipants.page({
      params: { id: sessionId },
      query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  const remove = useMutation(
    rostersApi.removeStudent.mutation({
      touches: rosterReads,
      onError: (error) =>
        notify({ title: 'Failed to sign the student off', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const signOff = async (participant: Participant) => {
    const { studentId } = participant
    await remove.mutateAsync({ params: { id: sessionId, studentId } }).then(
      () => notify({ title: `${fullName(participant)} is removed` }),
      () => undefined,
    )
  }
  const isRunning = session.data?.status === 'in-progress'
  const isOpen = session.data?.status === 'scheduled' || (isRunning && leads)
  const emptyText = isOpen
    ? 'Register the students who take part.'
    : isRunning
      ? 'No participants in this session yet.'
      : 'This session had no participants.'
  const register = (
    <Button variant="primary" icon={<UserPlus size={16} aria-hidden />} onPress={() => setRegistering(true)}>
      Register students
    </Button>
  )
  return (
    <div className={styles.stack}>
      {isRunning && !leads && <Banner>Another instructor runs this session now and changes its roster.</Banner>}
      {isOpen && <Toolbar label="Change the roster">{register}</Toolbar>}
      {session.data && session.data.currentParticipants > 0 && <p>{ratioOf(session.data)}</p>}
      <PagedTable
        label="Roster"
        counted="students"
        columns={columns}
        rowKey={({ studentId }) => studentId}
        rowLabel={fullName}
        rowHref={({ studentId }) => `/students/${studentId}`}
        rowActions={(participant) => [
          ...(leads && participant.status === 'registered'
            ? [{ label: 'Points and feedback', onAction: () => setRated(participant) }]
            : []),
          ...(isOpen
            ? [{ label: 'Remove from session', isDanger: true, onAction: () => void signOff(participant) }]
            : []),
        ]}
        query={roster}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
        empty={
          <EmptyState icon={<UsersRound size={20} aria-hidden />} title="No participants yet">
            {emptyText}
          </EmptyState>
        }
      />
      <RegisterDialog sessionId={sessionId} isOpen={isRegistering} onOpenChange={setRegistering} />
      <PointsDialog sessionId={sessionId} participant={rated} onClose={() => setRated(undefined)} />
    </div>
  )
}
