import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { UserCheck } from 'lucide-react'
import { PageLinkButton } from '#core/web/links.ts'
import { part } from '#core/web/plugin.ts'
import { Contributions } from '#core/web/shell/Contributions.tsx'
import { PartBoundary } from '#core/web/shell/PartBoundary.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { rostersApi } from '../../../scheduling/rosters/web/client.ts'
import { useDayPack, useStoredMeeting } from '../../../scheduling/rosters/web/dayPack.ts'
import { useMarks } from '../../../scheduling/rosters/web/useMarks.ts'
import { meetingsApi, sessionsApi } from '../../../scheduling/sessions/web/client.ts'
import { dayText } from '../../../scheduling/sessions/web/dayLabels.ts'
import { runSteps } from '../../../shared/web/slots.ts'
import { Here } from './Here.tsx'
import { studentsOfRoster } from './hereStudents.ts'
import { PackRun } from './PackRun.tsx'
import { RunSheet } from './RunSheet.tsx'
import { useRunSheet } from './useRunSheet.ts'

const route = getRouteApi('/shell/sessions/$id/run')
const SummaryCard = part(() => import('./SummaryCard.tsx'), 'SummaryCard')

/** A session while it runs: the steps of its project with a timer, who is here, points, materials and the summary. */
export function RunPage() {
  const { id } = route.useParams()
  const params = { id }
  const session = useQuery(sessionsApi.getSession({ params }))
  const meetings = useQuery(meetingsApi.listMeetings({ params }))
  useDayPack(id)
  const error = session.error ?? meetings.error
  const isKnown = session.data !== undefined && meetings.data !== undefined
  const stored = useStoredMeeting(id, { data: isKnown ? true : undefined, error }, undefined)
  const { sheet, addSteps } = useRunSheet({ sessionId: id, projectId: session.data?.projectId, stored })
  const meeting = meetings.data?.find(({ isCurrent }) => isCurrent)
  const shown = stored ?? meeting
  const name = session.data?.name ?? stored?.name ?? 'Session'
  if (error && !isKnown && !stored) return <ErrorState error={error} onRetry={session.refetch} />
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
      help={meeting && dayText(meeting.day)}
      actions={
        shown && (
          <PageLinkButton
            to="/sessions/$id"
            params={params}
            search={{ tab: 'attendance', meeting: shown.id }}
            icon={<UserCheck size={16} aria-hidden />}
          >
            Attendance
          </PageLinkButton>
        )
      }
    >
      <Stack>
        <Card title="Run sheet" help={session.data?.projectTitle ?? undefined}>
          {sheet ? (
            <RunSheet key={`${id} ${shown?.id}`} storedAs={`${id} ${shown?.id}`} steps={sheet.steps} />
          ) : (
            <Skeleton height={200} />
          )}
          {session.data?.projectId && !stored && (
            <Contributions to={runSteps} props={{ projectId: session.data.projectId, onSteps: addSteps }} />
          )}
        </Card>
        {stored ? <PackRun meeting={stored} /> : meeting && <RosterHere sessionId={id} meetingId={meeting.id} />}
        {sheet && sheet.materials.length > 0 && (
          <Card title="Materials">
            <ul>
              {sheet.materials.map((material) => (
                <li key={material}>{material}</li>
              ))}
            </ul>
          </Card>
        )}
        {meeting && !stored && (
          <PartBoundary fallback={<Skeleton height={120} />}>
            <SummaryCard sessionId={id} meetingId={meeting.id} />
          </PartBoundary>
        )}
      </Stack>
    </Page>
  )
}

/** Lists who is here by the roster. */
function RosterHere({ sessionId, meetingId }: { sessionId: string; meetingId: string }) {
  const roster = useQuery(rostersApi.listParticipants({ params: { id: sessionId }, query: { meeting: meetingId } }))
  const marks = useMarks({ sessionId, meetingId })
  if (roster.error && !roster.data) return <ErrorState error={roster.error} onRetry={roster.refetch} />
  if (!roster.data) return <Skeleton height={200} />
  return <Here sessionId={sessionId} students={studentsOfRoster(roster.data, marks)} />
}
