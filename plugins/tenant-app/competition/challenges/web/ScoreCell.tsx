import { Check, CloudOff, LoaderCircle, MessageSquare, TriangleAlert, UsersRound, type LucideIcon } from 'lucide-react'
import type { GridChallenge, GridStudent, JudgedCell } from '../score-contract.ts'
import * as styles from './ScoreGrid.css.ts'
import { judgesText } from './challengeLabels.ts'
import type { ScoreQueue } from './scoreQueue.ts'
import type { CellProgress, CellState } from './scoreStates.ts'
import { useCellState } from './useScores.ts'

const progressIcons: Record<CellProgress, LucideIcon> = {
  saving: LoaderCircle,
  saved: Check,
  failed: CloudOff,
  refused: TriangleAlert,
  outdated: UsersRound,
}

const progressLabels: Record<CellProgress, string> = {
  saving: 'saving',
  saved: 'saved',
  failed: 'not saved yet, trying again',
  refused: 'not saved',
  outdated: 'not saved, someone else has changed it',
}

/** Describes a cell: 'Ada King, Checkmate: 40 of 100, saved'; of judges 'Ada King, Pitch: 40, 3 of 3 judges, up to 100'. */
function describeCell(
  student: GridStudent,
  challenge: GridChallenge,
  state: CellState,
  judges: string | undefined,
  hasFeedback: boolean,
): string {
  const most = challenge.maxScore
  // The label has the visible words in order, so that voice control finds a cell by its visible text.
  const scored = judges ? `${state.shown}, ${judges}, up to ${most}` : `${state.shown} of ${most}`
  const value = state.shown === '' ? ['no score', judges].filter(Boolean).join(', ') : scored
  const feedback = hasFeedback ? ', with feedback' : ''
  const progress = state.progress ? `, ${progressLabels[state.progress]}` : ''
  const reason = state.reason && state.progress !== 'failed' ? `: ${state.reason}` : ''
  const fixed = mayChange(challenge) ? '' : ', cannot be changed'
  return `${student.firstName} ${student.lastName}, ${challenge.title}: ${value}${feedback}${progress}${reason}${fixed}`
}

const mayChange = ({ mayScore, isActive, judges }: GridChallenge) => mayScore && isActive && judges === 0

/** Names the number of judges who have scored, where there are any. */
const judgesOf = ({ judges }: GridChallenge, judged: JudgedCell | undefined) =>
  judges > 0 || judged ? judgesText(judged?.given ?? 0, judged?.of ?? judges) : undefined

interface ScoreCellProps {
  queue: ScoreQueue
  student: GridStudent
  challenge: GridChallenge
  judged: JudgedCell | undefined
  hasFeedback: boolean
  row: number
  column: number
  /** True for the cell that Tab reaches and keys act on. */
  isActive: boolean
  /** Text being typed; undefined while the cell is not edited. */
  edit: string | undefined
  onEdit: (text: string) => void
}

export function ScoreCell({
  queue,
  student,
  challenge,
  judged,
  hasFeedback,
  row,
  column,
  isActive,
  edit,
  onEdit,
}: ScoreCellProps) {
  const state = useCellState(queue, { challengeId: challenge.id, studentId: student.id })
  const { shown, progress, reason } = state
  const judges = judgesOf(challenge, judged)
  const Icon = progress && progressIcons[progress]
  const isInvalid = progress === 'refused' || progress === 'outdated'
  return (
    <td
      data-row={row}
      data-column={column}
      tabIndex={isActive ? 0 : -1}
      className={edit === undefined ? styles.cell : `${styles.cell} ${styles.editing}`}
      aria-label={describeCell(student, challenge, state, judges, hasFeedback)}
      data-readonly={!mayChange(challenge)}
      aria-invalid={isInvalid}
      title={reason}
    >
      {edit === undefined ? (
        <span className={styles.content}>
          {Icon && <Icon size={14} aria-hidden />}
          {hasFeedback && <MessageSquare size={12} aria-hidden className={styles.said} />}
          {shown} {judges && <span className={styles.judges}>{judges}</span>}
        </span>
      ) : (
        <input
          className={styles.input}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          // Typing begins in the selected cell, so that the input takes the focus.
          ref={(input) => input?.focus()}
          aria-label={`Score of ${student.firstName} ${student.lastName} in ${challenge.title}, up to ${challenge.maxScore}`}
          value={edit}
          onChange={({ target }) => onEdit(target.value)}
        />
      )}
    </td>
  )
}
