import { countText } from '#core/contract/count-text.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { ShowMore } from '#core/web/ui/lists/ShowMore.tsx'
import { gradeText } from '../../../admissions/students/web/studentLabels.ts'
import type { Team, TeamKind } from '../contract.ts'
import * as styles from './Leaderboard.css.ts'
import { leaderboardApi, REFRESH_INTERVAL_MS } from './client.ts'
import { rankTone, teamLabels } from './leaderboardLabels.ts'

const route = getRouteApi('/shell/leaderboard')

/** Ranks grades or sessions by points per member. */
export function Teams({ by }: { by: TeamKind }) {
  const { period } = route.useSearch()
  const teams = useInfiniteQuery({
    ...leaderboardApi.leaderboardTeams.infinite({ query: { period } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_INTERVAL_MS,
  })
  if (teams.error && !teams.data) return <ErrorState error={teams.error} onRetry={teams.refetch} />
  if (!teams.data) return <Skeleton height={320} />
  const { rows } = teams.data
  if (rows.length === 0) {
    return (
      <EmptyState icon={<UsersRound size={20} aria-hidden />} title="No rankings yet">
        Start tracking student progress to see rankings appear here.
      </EmptyState>
    )
  }
  return (
    <Card title={teamLabels[by].many} help="By points per member, so that large teams have no advantage.">
      <ol className={styles.list}>
        {rows.map((team) => (
          <TeamRow key={`${team.rank} ${team.name}`} team={team} by={by} />
        ))}
      </ol>
      {teams.hasNextPage && (
        <div className={styles.more}>
          <ShowMore query={teams} />
        </div>
      )}
    </Card>
  )
}

function TeamRow({ team, by }: { team: Team; by: TeamKind }) {
  const { rank, name, members, totalPoints, pointsPerMember, isOwn } = team
  return (
    <li className={styles.entries[isOwn ? 'own' : 'usual']}>
      <span className={styles.rank}>#{rank}</span>
      <span className={styles.face} />
      <div className={styles.who}>
        <div className={styles.name}>{by === 'grade' ? gradeText(name) : name}</div>
        <div className={isOwn ? styles.factsOnColor : styles.facts}>
          <span>{countText(members, 'member')}</span>
          <span>{countText(totalPoints, 'point')}</span>
        </div>
      </div>
      <div className={styles.points}>
        <Badge tone={rankTone(rank)}>Rank {rank}</Badge>
        <span className={styles.total}>{pointsPerMember.toLocaleString()} each</span>
      </div>
    </li>
  )
}
