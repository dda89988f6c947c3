import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { UserCheck } from 'lucide-react'
import { useState } from 'react'
import { PageLinkButton } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { ItemRow } from '#core/web/ui/lists/ItemRow.tsx'
import { projectsApi } from '../../../base/projects/web/client.ts'
import type { Participant } from '../../../scheduling/rosters/contract.ts'
import { PointsDialog } from '../../../scheduling/rosters/web/PointsDialog.tsx'
import { attendanceLabels } from '../../../scheduling/rosters/web/attendanceLabels.ts'
import { rostersApi } from '../../../scheduling/rosters/web/client.ts'
import { meetingsApi, sessionsApi } from '../../../scheduling/sessions/web/client.ts'
import { dayText } from '../../../scheduling/sessions/web/dayLabels.ts'
import { RunSheet } from './RunSheet.tsx'

const route = getRouteApi('/shell/sessions/$id/run')

/** A session while it runs: the steps of its project with a timer, who is here, points and materials. */
export function RunPage() {
  const { id } = route.useParams()
  const params = { id }
  const session = useQuery(sessionsApi.getSession({ params }))
  const meetings = useQuery(meetingsApi.listMeetings({ params }))
  const projectId = session.data?.projectId ?? ''
  const project = useQuery({ ...projectsApi.getProject({ params: { id: projectId } }), enabled: projectId !== '' })
  const meeting = meetings.data?.find(({ isCurrent }) => isCurrent)
  const name = session.data?.name ?? 'Session'
  const error = session.error ?? meetings.error
  if (error && !(session.data && meetings.data)) return <ErrorState error={error} onRetry={session.refetch} />
  const { instructions, materials } = { ...project.data, ...ownOf(project.data?.adoption?.customizations) }
  return (
    <Page
      title={`Run ${name}`}
      above={
        <Breadcrumbs
          trail={[
            { label: 'Sessions', href: '/sessions' },
            { label: name, href: `/sessions/${id}` },
          ]}
          current="Run"
        />
      }
      help={meeting && `${dayText(meeting.day)}.`}
      actions={
        meeting && (
          <PageLinkButton
            to="/sessions/$id"
            params={params}
            search={{ tab: 'attendance', meeting: meeting.id }}
            icon={<UserCheck size={16} aria-hidden />}
          >
            Attendance
          </PageLinkButton>
        )
      }
    >
      <Stack>
        <Card title="Run sheet" help={project.data?.title}>
          {session.isPending || (projectId !== '' && project.isPending) ? (
            <Skeleton height={200} />
          ) : (
            <RunSheet key={`${id} ${meeting?.id}`} storedAs={`${id} ${meeting?.id}`} steps={linesOf(instructions)} />
          )}
        </Card>
        {meeting && <Here sessionId={id} meetingId={meeting.id} />}
        {(materials ?? []).length > 0 && (
          <Card title="Materials">
            <ul>
              {materials?.map((material) => (
                <li key={material}>{material}</li>
              ))}
            </ul>
          </Card>
        )}
      </Stack>
    </Page>
  )
}

interface Own {
  instructions: string | null
  materials: string[] | null
}

/** The organization's own texts of a project, where it has some. */
const ownOf = (own: Own | undefined) => ({
  ...(own?.instructions && { instructions: own.instructions }),
  ...(own?.materials && { materials: own.materials }),
})

const linesOf = (text = '') =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Lists who is here and who is not yet, each with the points of the session. */
function Here({ sessionId, meetingId }: { sessionId: string; meetingId: string }) {
  const [awarded, setAwarded] = useState<Participant>()
  const roster = useQuery(rostersApi.listParticipants({ params: { id: sessionId }, query: { meeting: meetingId } }))
  if (roster.error && !roster.data) return <ErrorState error={roster.error} onRetry={roster.refetch} />
  if (!roster.data) return <Skeleton height={200} />
  const registered = roster.data.filter(({ status }) => status === 'registered')
  const here = registered.filter(isHere)
  const others = registered.filter((one) => !isHere(one))
  return (
    <Card title={`Here: ${here.length} of ${registered.length}`}>
      {registered.length === 0 && <EmptyState title="No participants yet">Register students on the roster.</EmptyState>}
      {[...here, ...others].map((participant) => (
        <ItemRow
          key={participant.studentId}
          title={`${participant.firstName} ${participant.lastName}`}
          about={`${stateText(participant)} · ${participant.pointsEarned ?? 0} points`}
        >
          <Button
            size="small"
            aria-label={`Points for ${participant.firstName} ${participant.lastName}`}
            onPress={() => setAwarded(participant)}
          >
            Points
          </Button>
        </ItemRow>
      ))}
      <PointsDialog sessionId={sessionId} participant={awarded} onClose={() => setAwarded(undefined)} />
    </Card>
  )
}

const isHere = ({ attendance, leftAt }: Participant) =>
  (attendance === 'present' || attendance === 'late') && leftAt === null

function stateText({ attendance, leftAt }: Participant): string {
  if (attendance === null) return 'Not marked yet'
  return leftAt && attendance !== 'absent' ? 'Left' : attendanceLabels[attendance].label
}
