import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { MessageSquare } from 'lucide-react'
import { memo, useState } from 'react'
import { PageLink } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { cellKey, type GridChallenge, type GridStudent, type JudgedCell } from '../score-contract.ts'
import { FeedbackDialog } from './FeedbackDialog.tsx'
import type { Position } from './gridKeys.ts'
import { ScoreCell } from './ScoreCell.tsx'
import * as styles from './ScoreGrid.css.ts'
import type { ScoreQueue } from './scoreQueue.ts'
import { useCellState } from './useScores.ts'
import { useGridEditing } from './useGridEditing.ts'

interface ScoreTableProps {
  queue: ScoreQueue
  students: readonly GridStudent[]
  challenges: readonly GridChallenge[]
  /** Number of judges who have scored, by cell key. */
  judged: JudgedCells
  /** Keys of cells with feedback. */
  withFeedback: ReadonlySet<string>
}

type JudgedCells = ReadonlyMap<string, JudgedCell>

/** Table of students by challenges. Arrow keys move, typing replaces, Enter edits and saves, Escape cancels an edit. */
export function ScoreTable({ queue, students, challenges, judged, withFeedback }: ScoreTableProps) {
  const [isSaying, setSaying] = useState(false)
  const sayMore = ({ row, column }: Position) => {
    const place = { studentId: students[row]?.id ?? '', challengeId: challenges[column]?.id ?? '' }
    if (queue.versionOf(place)) setSaying(true)
    else notify({ title: 'There is no saved score yet', description: 'Enter a score before you write feedback.' })
  }
  const { tableRef, active, edit, setEdit, said, handlers } = useGridEditing({ queue, students, challenges }, sayMore)
  const [student, challenge] = [students[active.row], challenges[active.column]]
  return (
    <>
      <div className={styles.frame}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table whose cells keys move in */}
        <table ref={tableRef} role="grid" aria-label="Scores" className={styles.table} {...handlers}>
          <thead>
            <tr>
              <th scope="col" className={styles.corner}>
                Student
              </th>
              {challenges.map(({ id, title, maxScore, isActive, judges }) => (
                <th key={id} scope="col" className={styles.columnHead}>
                  {judges > 0 ? (
                    <PageLink to="/challenges/$id/judging" params={{ id }}>
                      {title}
                    </PageLink>
                  ) : (
                    title
                  )}
                  <span className={styles.muted}>{isActive ? `of ${maxScore}` : `of ${maxScore}, archived`}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {students.map((one, row) => (
              <ScoreRow
                key={one.id}
                queue={queue}
                student={one}
                challenges={challenges}
                judged={judged}
                withFeedback={withFeedback}
                row={row}
                activeColumn={row === active.row ? active.column : undefined}
                edit={row === active.row ? edit : undefined}
                onEdit={setEdit}
              />
            ))}
          </tbody>
        </table>
      </div>
      {student && challenge && (
        <>
          <Said queue={queue} student={student} challenge={challenge} said={said} onFeedback={() => sayMore(active)} />
          <FeedbackDialog of={isSaying ? { student, challenge } : undefined} onClose={() => setSaying(false)} />
        </>
      )}
    </>
  )
}

interface ScoreRowProps {
  queue: ScoreQueue
  student: GridStudent
  challenges: readonly GridChallenge[]
  judged: JudgedCells
  withFeedback: ReadonlySet<string>
  row: number
  activeColumn: number | undefined
  edit: string | undefined
  onEdit: (text: string) => void
}

// Memoized per row: a grid has a thousand cells.
const ScoreRow = memo(function ScoreRow({
  student,
  challenges,
  judged,
  withFeedback,
  activeColumn,
  edit,
  ...cell
}: ScoreRowProps) {
  return (
    <tr>
      <th scope="row" className={styles.rowHead}>
        <PersonName name={`${student.firstName} ${student.lastName}`} />
        {student.grade !== null && <span className={styles.muted}>Grade {student.grade}</span>}
      </th>
      {challenges.map((challenge, column) => (
        <ScoreCell
          key={challenge.id}
          {...cell}
          student={student}
          challenge={challenge}
          judged={judged.get(cellKey({ challengeId: challenge.id, studentId: student.id }))}
          hasFeedback={withFeedback.has(cellKey({ challengeId: challenge.id, studentId: student.id }))}
          column={column}
          isActive={column === activeColumn}
          edit={column === activeColumn ? edit : undefined}
        />
      ))}
    </tr>
  )
})

interface SaidProps {
  queue: ScoreQueue
  student: GridStudent
  challenge: GridChallenge
  said: string
  onFeedback: () => void
}

/** Reports the last action, or else why the active cell is not saved. */
function Said({ queue, student, challenge, said, onFeedback }: SaidProps) {
  const { progress, reason } = useCellState(queue, { studentId: student.id, challengeId: challenge.id })
  const isRefused = progress === 'refused' || progress === 'outdated'
  return (
    <div className={styles.below}>
      <p role="status" className={isRefused ? styles.refused : styles.status}>
        {said ||
          (isRefused && reason) ||
          'Type a score, or paste cells of a spreadsheet. Ctrl+Z takes back the last, Shift+F2 writes feedback.'}
      </p>
      <Button size="small" icon={<MessageSquare size={14} aria-hidden />} onPress={onFeedback}>
        Feedback
      </Button>
    </div>
  )
}
