import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageLink } from '#core/web/links.ts'
import { usePlatform } from '#core/web/session.ts'
import { ContributedPart, Contributions } from '#core/web/shell/Contributions.tsx'
import { useContributions } from '#core/web/shell/navigation.ts'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Tabs } from '#core/web/ui/layout/Tabs.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { instructorReadiness, sessionDialogs, sessionHead, sessionTabs } from '../../../shared/web/places.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { Session } from '../contract.ts'
import { stateAt } from '../state-contract.ts'
import { EndedBanner, SessionActions } from './SessionActions.tsx'
import { SessionStatusBadge } from './SessionStatusBadge.tsx'
import { SessionTime } from './SessionTime.tsx'
import { sessionsApi } from './client.ts'
import { places } from './sessionLabels.ts'

const route = getRouteApi('/shell/sessions/$id')

/** One session: when, where and who, and a tab for each contribution, the chosen one in the address. */
export function SessionPage() {
  const { id } = route.useParams()
  const { tab, edit } = route.useSearch()
  const navigate = route.useNavigate()
  const session = useQuery(sessionsApi.getSession({ params: { id } }))
  const parts = useContributions(sessionTabs)
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
          <Contributions to={sessionHead} props={{ sessionId: id }} />
          {/* They ask for what they show meanwhile, and come with what is above them instead of moving down. */}
          <div hidden={!session.data}>
            <Tabs
              label="About this session"
              selected={parts.some((part) => part.id === tab) ? tab : parts[0]?.id}
              onChange={(chosen) =>
                void navigate({ search: { tab: chosen === parts[0]?.id ? undefined : chosen }, replace: true })
              }
              tabs={parts.map((part) => ({
                id: part.id,
                label: part.label,
                content: (
                  <ContributedPart contribution={part} props={{ sessionId: id }} fallback={<Skeleton height={320} />} />
                ),
              }))}
            />
          </div>
          <Contributions
            to={sessionDialogs}
            props={{
              isAdding: false,
              edit: edit ? id : undefined,
              copy: undefined,
              onClose: () => setEditing(false),
            }}
          />
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
