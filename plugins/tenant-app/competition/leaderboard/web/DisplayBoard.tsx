import { Award, Medal, Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useShownZone } from '#core/web/ui/display/shownZone.ts'
import { gradeText, nameOf } from '../../../admissions/students/web/studentLabels.ts'
import type { ShownBoard } from '../settings-contract.ts'
import * as styles from './Display.css.ts'
import { periodLabels, type Orientation } from './leaderboardLabels.ts'

/** Number of entries on the podium; with fewer there is none (spec part 2, section 9). */
const PODIUM_ENTRIES = 3

const icons = [Trophy, Medal, Award] as const

const clock = { hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short' } as const

interface DisplayBoardProps {
  board: ShownBoard
  orientation: Orientation
  /** Time of the last read, in milliseconds since 1970. */
  updatedAt: number
  /** Button to leave the board, where a user has switched to it. */
  action?: ReactNode
}

interface Line {
  key: string
  rank: number
  name: string
  points: string
  /** Unit after the number, in smaller type. */
  unit: string
}

/** Shows the board for reading from the other side of a room: a podium, and the other entries side by side. */
export function DisplayBoard({ board, orientation, updatedAt, action }: DisplayBoardProps) {
  const { organization, period, grade } = board
  const zone = useShownZone()
  const lines = linesOf(board)
  const hasPodium = lines.length >= PODIUM_ENTRIES
  const [first, others] = hasPodium ? [lines.slice(0, PODIUM_ENTRIES), lines.slice(PODIUM_ENTRIES)] : [[], lines]
  return (
    <main className={styles.screens[orientation]} data-orientation={orientation}>
      <header className={styles.head}>
        <div className={styles.titles}>
          <h1 className={styles.title}>Student Leaderboard</h1>
          <div className={styles.subtitle}>
            {organization} · {periodLabels[period]} · {grade === null ? 'All Grades' : gradeText(grade)}
          </div>
        </div>
        <div className={styles.updated}>
          Updated {new Intl.DateTimeFormat(undefined, { ...clock, timeZone: zone }).format(updatedAt)}
        </div>
        {action}
      </header>
      {lines.length === 0 && (
        <p className={styles.message}>
          {board.kind === 'none' ? 'Points are collected here without ranks.' : 'No rankings yet'}
        </p>
      )}
      {first.length > 0 && (
        <ol className={styles.podium}>
          {first.map((line, index) => (
            <Step key={line.key} line={line} index={index} />
          ))}
        </ol>
      )}
      {others.length > 0 && (
        <ol className={styles.grids[orientation]} start={hasPodium ? PODIUM_ENTRIES + 1 : 1}>
          {others.map(({ key, rank, name, points, unit }) => (
            <li key={key} className={styles.entry}>
              <span className={styles.rank}>#{rank}</span>
              <span className={styles.name}>{name}</span>
              <span className={styles.points}>
                {points} <span className={styles.unit}>{unit}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </main>
  )
}

function Step({ line: { rank, name, points, unit }, index }: { line: Line; index: number }) {
  const Icon = icons[rank - 1] ?? Award
  return (
    <li className={styles.steps[index as 0 | 1 | 2]}>
      <span className={styles.place}>
        <Icon size="1.2em" aria-hidden />#{rank}
      </span>
      <span className={styles.champion}>{name}</span>
      <span className={styles.score}>
        {points} {unit}
      </span>
    </li>
  )
}

function linesOf({ kind, entries, teams }: ShownBoard): Line[] {
  if (kind === 'teams') {
    return teams.map(({ rank, name, pointsPerMember }, index) => ({
      key: `${index} ${name}`,
      rank,
      name: gradeText(name),
      points: pointsPerMember.toLocaleString(),
      unit: 'each',
    }))
  }
  return entries.map((entry, index) => ({
    key: `${index} ${nameOf(entry)}`,
    rank: entry.rank,
    name: nameOf(entry),
    points: entry.totalPoints.toLocaleString(),
    unit: 'points',
  }))
}
