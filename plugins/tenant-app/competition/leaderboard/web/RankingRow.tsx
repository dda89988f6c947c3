import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { countText } from '#core/contract/count-text.ts'
import { Award, Medal, Trophy } from 'lucide-react'
import { useUser } from '#core/web/session.ts'
import { PageLink } from '#core/web/links.ts'
import { Avatar } from '#core/web/ui/display/Avatar.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { VisuallyHidden } from '#core/web/ui/layout/VisuallyHidden.tsx'
import { gradeText, nameOf } from '../../../admissions/students/web/studentLabels.ts'
import type { LeaderboardEntry } from '../contract.ts'
import * as styles from './Leaderboard.css.ts'
import { rankTone } from './leaderboardLabels.ts'

const icons = [
  { Icon: Trophy, tone: styles.gold },
  { Icon: Medal, tone: styles.silver },
  { Icon: Award, tone: styles.bronze },
] as const

/** Shows one entry: rank, student, results and points. Admins open the entries behind the points. */
export function RankingRow({ entry, isStaff }: { entry: LeaderboardEntry; isStaff: boolean }) {
  const { id, rank, grade, totalPoints, sessionsCompleted, challengesCompleted, averageScore, isOwn } = entry
  const { role } = useUser()
  const name = nameOf(entry)
  const isTop = rank !== null && rank <= 3
  const look = isOwn ? 'own' : isTop ? 'top' : 'usual'
  const points = countText(totalPoints, 'point')
  return (
    <li className={styles.entries[look]}>
      <Rank rank={rank} />
      <span className={styles.face}>
        {entry.avatar ? <img src={entry.avatar} alt="" className={styles.picture} /> : <Avatar name={name} />}
      </span>
      <div className={styles.who}>
        <div className={styles.name}>
          {isStaff && id ? (
            <PageLink to="/students/$id" params={{ id }}>
              <PersonName name={name} />
            </PageLink>
          ) : (
            <PersonName name={name} />
          )}
        </div>
        <div className={look === 'usual' ? styles.facts : styles.factsOnColor}>
          {grade && <span>{gradeText(grade)}</span>}
          <span>{countText(sessionsCompleted, 'session')}</span>
          <span>{countText(challengesCompleted, 'challenge')}</span>
          {averageScore > 0 && <span>{averageScore}% avg</span>}
        </div>
      </div>
      <div className={styles.points}>
        {rank !== null && <Badge tone={rankTone(rank)}>Rank {rank}</Badge>}
        <span className={styles.total}>
          {isStaff && id && role !== 'instructor' ? (
            <PageLink
              to="/leaderboard"
              search={(now: object) => ({ ...now, why: id })}
              replace
              resetScroll={false}
              aria-label={`${points}: why ${name} has as many`}
            >
              {points}
            </PageLink>
          ) : (
            points
          )}
        </span>
      </div>
    </li>
  )
}

function Rank({ rank }: { rank: number | null }) {
  const icon = rank === null ? undefined : icons[rank - 1]
  if (!icon) return <span className={styles.rank}>{rank === null ? '' : `#${rank}`}</span>
  const { Icon, tone } = icon
  return (
    <span className={`${styles.rank} ${tone}`}>
      <Icon size={24} aria-hidden />
      <VisuallyHidden>#{rank}</VisuallyHidden>
    </span>
  )
}
