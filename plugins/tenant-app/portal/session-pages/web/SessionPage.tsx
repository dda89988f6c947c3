import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
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
import { useNow } from '../../../shared/web/useNow.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { Session } from '../../../scheduling/sessions/contract.ts'
import type { StoredMeeting } from '../../../scheduling/rosters/today-contract.ts'
import { useStoredMeeting } from '../../../scheduling/rosters/web/dayPack.ts'
import { stateAt } from '../../../scheduling/sessions/state-contract.ts'
import { EndedBanner, SessionActions } from './SessionActions.tsx'
import { SessionStatusBadge } from '../../../scheduling/sessions/web/SessionStatusBadge.tsx'
import { SessionTime } from '../../../scheduling/sessions/web/SessionTime.tsx'
import { sessionsApi } from '../../../scheduling/sessions/web/client.ts'
import { useLeads } from '../../../scheduling/sessions/web/useLeads.ts'
import { places } from '../../../scheduling/sessions/web/sessionLabels.ts'

import * as styles from './SessionPage.css.ts'

const route = getRouteApi('/shell/sessions/$id')

const SessionDialogs = part(() => import('../../../scheduling/series/web/SessionDialogs.tsx'), 'SessionDialogs')
const SessionSeries = part(() => import('../../../scheduling/series/web/SessionSeries.tsx'), 'SessionSeries')
const DaysAndTimes = part(() => import('../../../scheduling/sessions/web/DaysAndTimes.tsx'), 'DaysAndTimes')
const AttendanceRequest = part(
  () => import('../../../scheduling/rosters/web/AttendanceRequest.tsx'),
  'AttendanceRequest',
)

const SessionSummaries = part(() => import('../../run-mode/web/SessionSummaries.tsx'), 'SessionSummaries')

const PackAttendance = part(() => import('../../../scheduling/rosters/web/PackAttendance.tsx'), 'PackAttendance')

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

type SessionTab = (typeof tabs)[number]['id']

/** One session: when, where and who, and tabs, the chosen one in the address. */
export function SessionPage() {
  const { id } = route.useParams()
  const { tab: asked, meeting, edit } = route.useSearch()
  const navigate = route.useNavigate()
  const session = useQuery(sessionsApi.getSession({ params: { id } }))
  const stored = useStoredMeeting(id, session, meeting)
  const tab = useFirstTab(session.data, asked)
  const name = session.data?.name ?? stored?.name ?? 'Session'
  // On a phone the children begin high on the screen, and what else belongs to the session stands below them.
  const isMarking = tab === 'attendance' && session.data !== undefined
  const setEditing = (isEditing: boolean) =>
    void navigate({ search: (now) => ({ ...now, edit: isEditing || undefined }), replace: true, resetScroll: false })
  return (
    <Page
      title={name}
      isDense={isMarking || stored !== undefined}
      help={(isMarking || stored) && <MeetingTime session={session.data ?? stored} />}
      above={<Breadcrumbs trail={[{ label: 'Sessions', href: '/sessions' }]} current={name} />}
      actions={
        session.data ? (
          <span className={isMarking ? styles.wide : styles.acts}>
            <SessionActions session={session.data} onEdit={() => setEditing(true)} />
          </span>
        ) : (
          !stored && <Skeleton width={120} height={36} />
        )
      }
    >
      {stored ? (
        <PartBoundary fallback={<Skeleton height={320} />}>
          <PackAttendance meeting={stored} />
        </PartBoundary>
      ) : session.error && !session.data ? (
        <ErrorState error={session.error} onRetry={session.refetch} />
      ) : (
        <>
          <div className={isMarking ? styles.behindMarks : styles.facts}>
            {session.data ? <SessionFacts session={session.data} /> : <Skeleton height={560} />}
            {session.data && isAhead(session.data) && <Contributions to={instructorReadiness} props={session.data} />}
            {session.data && <EndedBanner session={session.data} />}
            <PartBoundary>
              <SessionSeries sessionId={id} />
            </PartBoundary>
            {!isMarking && (
              <>
                <PartBoundary>
                  <DaysAndTimes sessionId={id} />
                </PartBoundary>
                <PartBoundary>
                  <AttendanceRequest sessionId={id} />
                </PartBoundary>
                <PartBoundary>
                  <SessionSummaries sessionId={id} />
                </PartBoundary>
              </>
            )}
          </div>
          {/* They ask for what they show meanwhile, and come with what is above them instead of moving down. */}
          <div hidden={!session.data}>
            <Tabs
              label="About this session"
              selected={tab}
              onChange={(chosen) => void navigate({ search: { tab: chosen }, replace: true })}
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
          {isMarking && session.data && (
            <span className={styles.phone}>
              <SessionActions session={session.data} onEdit={() => setEditing(true)} />
            </span>
          )}
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

/** Attendance by default while the session runs, as long as the page is open; otherwise the roster. */
function useFirstTab(session: Session | undefined, asked: SessionTab | undefined): SessionTab {
  const leads = useLeads()
  const now = useNow()
  const [first, setFirst] = useState<{ id: string; tab: SessionTab }>()
  if (!session) return asked ?? 'roster'
  if (first?.id !== session.id) {
    const isRunning = stateAt(session, now) === 'in-progress' && leads(session)
    const tab = isRunning ? 'attendance' : 'roster'
    setFirst({ id: session.id, tab })
    return asked ?? tab
  }
  return asked ?? first.tab
}

function MeetingTime({ session }: { session: Session | StoredMeeting | undefined }) {
  const zone = useZone()
  if (!session) return null
  const [start, end] = 'startsAt' in session ? [session.startsAt, session.endsAt] : [session.startDate, session.endDate]
  return (
    <span className={styles.phoneLine}>
      <SessionTime start={start} end={end} zone={zone} isOfDay />
      {session.location && ` · ${session.location}`}
    </span>
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
