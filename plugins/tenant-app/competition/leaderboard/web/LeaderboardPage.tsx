import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Maximize, RefreshCw, Trophy } from 'lucide-react'
import { useState } from 'react'
import { refresh } from '#core/web/client.ts'
import { useUser } from '#core/web/session.ts'
import { PageLink } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import type { LeaderboardView } from '../contract.ts'
import { DisplayMode } from './DisplayMode.tsx'
import * as styles from './Leaderboard.css.ts'
import { LeaderboardFigures } from './LeaderboardFigures.tsx'
import { PersonalBests } from './PersonalBests.tsx'
import { PointsDialog } from './PointsDialog.tsx'
import { Rankings } from './Rankings.tsx'
import { Teams } from './Teams.tsx'
import { leaderboardApi, REFRESH_INTERVAL_MS } from './client.ts'
import { kindLabels, orientations, orientationLabels } from './leaderboardLabels.ts'

const route = getRouteApi('/shell/leaderboard')

/** Ranks students by points (spec part 2, section 2.8); for families in the form that the organization chose. */
export function LeaderboardPage() {
  const { orientation = 'landscape' } = route.useSearch()
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const [isDisplayed, setDisplayed] = useState(false)
  const [isRefreshing, setRefreshing] = useState(false)
  const isStaff = !['parent', 'student'].includes(useUser().role)
  const view = useQuery(leaderboardApi.leaderboardView())
  const read = async () => {
    setRefreshing(true)
    await refresh(queryClient, [leaderboardApi.leaderboard.key()]).finally(() => setRefreshing(false))
  }
  const actions = (
    <>
      <Button icon={<RefreshCw size={16} aria-hidden />} isPending={isRefreshing} onPress={() => void read()}>
        Refresh
      </Button>
      {isStaff && (
        <>
          <div role="group" aria-label="Orientation" className={styles.toggle}>
            {orientations.map((one) => (
              <Button
                key={one}
                variant={one === orientation ? 'secondary' : 'quiet'}
                aria-pressed={one === orientation}
                onPress={() =>
                  void navigate({
                    search: (now) => ({ ...now, orientation: one === 'portrait' ? one : undefined }),
                    replace: true,
                  })
                }
              >
                {orientationLabels[one]}
              </Button>
            ))}
          </div>
          <Button variant="primary" icon={<Maximize size={16} aria-hidden />} onPress={() => setDisplayed(true)}>
            Display Mode
          </Button>
        </>
      )}
    </>
  )
  return (
    <Page
      title="Student Leaderboard"
      help={view.data?.families && <FamiliesSee families={view.data.families} />}
      actions={view.data?.isShown && actions}
      isNarrow={orientation === 'portrait'}
    >
      {view.error && !view.data && <ErrorState error={view.error} onRetry={view.refetch} />}
      {view.isPending && <Loading />}
      {view.data && <Shown view={view.data} />}
      {isDisplayed && <DisplayMode orientation={orientation} onExit={() => setDisplayed(false)} />}
    </Page>
  )
}

function Shown({ view: { isShown, kind, teamBy, families } }: { view: LeaderboardView }) {
  const { why, search, grade, period } = route.useSearch()
  const navigate = route.useNavigate()
  const isFamily = families === null
  const bests = useQuery({
    ...leaderboardApi.personalBests({ query: { limit: 25 } }),
    enabled: isShown && isFamily,
    refetchInterval: REFRESH_INTERVAL_MS,
  })
  if (!isShown) {
    return (
      <EmptyState icon={<Trophy size={20} aria-hidden />} title="The leaderboard is not shown here">
        The organization does not show you its leaderboard at the moment.
      </EmptyState>
    )
  }
  const close = () =>
    void navigate({ search: (now) => ({ ...now, why: undefined }), replace: true, resetScroll: false })
  if (bests.isLoading) return <Loading />
  return (
    <>
      {bests.error && !bests.data && <ErrorState error={bests.error} onRetry={bests.refetch} />}
      {bests.data && <PersonalBests bests={bests.data} />}
      {kind === 'teams' && <Teams by={teamBy} />}
      {!['teams', 'personal-best'].includes(kind) && (
        <>
          <LeaderboardFigures filters={{ search, grade, period }} />
          <Rankings isStaff={!isFamily} />
          <PointsDialog studentId={why} period={period ?? 'all-time'} onClose={close} />
        </>
      )}
    </>
  )
}

/** Placeholder until the height of the elements above is known, so that the layout does not shift. */
const Loading = () => <Skeleton height={480} />

/** Shows staff, who see everyone, which board families see. */
function FamiliesSee({
  families: { parents, students, kind },
}: {
  families: NonNullable<LeaderboardView['families']>
}) {
  const mayDecide = useUser().role !== 'instructor'
  const who = [parents && 'Parents', students && 'Students'].filter(Boolean).join(' and ')
  const what = who === '' ? 'Families do not see it.' : `${who} see: ${kindLabels[kind].label.toLowerCase()}.`
  return (
    <>
      {what}{' '}
      {mayDecide && (
        <PageLink to="/org-settings" search={{ tab: 'leaderboard' }}>
          Change
        </PageLink>
      )}
    </>
  )
}
