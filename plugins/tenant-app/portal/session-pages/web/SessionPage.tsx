import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageLink } from '#core/web/links.ts'
import { part } from '#core/web/plugin.ts'
import { usePlatform } from '#core/web/session.ts'
import { Contributions } from '#core/web/shell/Contributions.tsx'
import { PartBoundary } from '#core/web/shell/PartBoundary.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Tabs } from '#core/web/ui/layout/Tabs.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { instructorReadiness } from '../../../shared/web/slots.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { Session } from '../../../scheduling/sessions/contract.ts'
import { stateAt } from '../../../scheduling/sessions/state-contract.ts'
import { EndedBanner, SessionActions } from './SessionActions.tsx'
import { SessionStatusBadge } from '../../../scheduling/sessions/web/SessionStatusBadge.tsx'
import { SessionTime } from '../../../scheduling/sessions/web/SessionTime.tsx'
import { sessionsApi } from '../../../scheduling/sessions/web/client.ts'
import { places } from '../../../scheduling/sessions/web/sessionLabels.ts'

const route = getRouteApi('/shell/sessions/$id')

const SessionDialogs = part(() => import('../../../scheduling/series/web/SessionDialogs.tsx'), 'SessionDialogs')
const SessionSeries = part(() => import('../../../scheduling/series/web/SessionSeries.tsx'), 'SessionSeries')
const DaysAndTimes = part(() => import('../../../scheduling/sessions/web/DaysAndTimes.tsx'), 'DaysAndTimes')
const AttendanceRequest = part(
  () => import('../../../scheduling/rosters/web/AttendanceRequest.tsx'),
  'AttendanceRequest',
)

const tabs = [
  {
    id: 'roster',
    label: 'Roster',
    Content: part(() => import('../../../scheduling/rosters/web/RosterTab.tsx'), 'RosterTab'),
  },
  {
    id: 'attendance',
    label: 'Attendance',
    Content: part(() => import('../../../scheduling/rosters/web/AttendanceTab.tsx'), 'AttendanceTab'),
  },
  {
    id: 'challenges',
    label: 'Challenges',
    Content: part(() => import('../../../competition/challenges/web/ChallengesTab.tsx'), 'ChallengesTab'),
  },
  {
    id: 'history',
    label: 'History',
    Content: part(() => import('../../../scheduling/rosters/web/HistoryTab.tsx'), 'HistoryTab'),
  },
  {
    id: 'media',
    label: 'Media',
    Content: part(() => import('../../../media/web/SessionMedia.tsx'), 'SessionMedia'),
  },
] as const

/** One session: when, where and who, and tabs, the chosen one in the address. */
export function SessionPage() {
  const { id } = route.useParams()
  const { tab = 'roster', edit } = route.useSearch()
  const navigate = route.useNavigate()
  const session = useQuery(sessionsApi.getSession({ params: { id } }))
  const name = session.data?.name ?? 'Session'
  const setEditing = (isEditing: boolean) =>
    void navigate({ search: (now) => ({ ...now, edit: isEditing || undefined }), replace: true, resetScroll: false })
  return (
    <Page
      title={name}
      above={<Breadcrumbs trail={[{ label: 'Sessions', href: '/sessions' }]} current={name} />}
      actions={
        session.data ? (
          <SessionActions session={session.data} onEdit={() => setEditing(true)} />
        ) : (
          <Skeleton width={120} height={36} />
        )
      }
    >
      {session.error && !session.data ? (
        <ErrorState error={session.error} onRetry={session.refetch} />
      ) : (
        <>
          {session.data ? <SessionFacts session={session.data} /> : <Skeleton height={560} />}
          {session.data && isAhead(session.data) && <Contributions to={instructorReadiness} props={session.data} />}
          {session.data && <EndedBanner session={session.data} />}
          <PartBoundary>
            <SessionSeries sessionId={id} />
          </PartBoundary>
          <PartBoundary>
            <DaysAndTimes sessionId={id} />
          </PartBoundary>
          <PartBoundary>
            <AttendanceRequest sessionId={id} />
          </PartBoundary>
          {/* They ask for what they show meanwhile, and come with what is above them instead of moving down. */}
          <div hidden={!session.data}>
            <Tabs
              label="About this session"
              selected={tab}
              onChange={(chosen) =>
                void navigate({ search: { tab: chosen === 'roster' ? undefined : chosen }, replace: true })
              }
              tabs={tabs.map(({ id: name, label, Content }) => ({
                id: name,
                label,
                content: (
                  <PartBoundary fallback={<Skeleton height={320} />}>
                    <Content sessionId={id} />
                  </PartBoundary>
                ),
              }))}
            />
          </div>
          <PartBoundary>
            <SessionDialogs
              isAdding={false}
              edit={edit ? id : undefined}
              copy={undefined}
              onClose={() => setEditing(false)}
            />
          </PartBoundary>
        </>
      )}
    </Page>
  )
}

/** Tells whether the session takes place, now or later. */
function isAhead(session: Session): boolean {
  const state = stateAt(session, Date.now())
  return state === 'scheduled' || state === 'in-progress'
}

/** A link where the project has its page. */
function SessionProject({ session: { projectId, projectTitle } }: { session: Session }) {
  const { tenant } = usePlatform()
  if (!projectId || !projectTitle) return '—'
  if (!tenant) return projectTitle
  return (
    <PageLink to="/projects/$id" params={{ id: projectId }}>
      {projectTitle}
    </PageLink>
  )
}

function SessionFacts({ session }: { session: Session }) {
  const zone = useZone()
  return (
    <Facts
      facts={[
        ['When', <SessionTime key="when" start={session.startDate} end={session.endDate} zone={zone} />],
        ['Status', <SessionStatusBadge key="status" session={session} />],
        ['Participants', places(session)],
        ['Instructor', session.instructorName ?? 'No instructor yet'],
        ['Project', <SessionProject key="project" session={session} />],
        ['Location', session.location || '—'],
      ]}
    />
  )
}
