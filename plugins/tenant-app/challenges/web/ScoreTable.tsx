import { memo } from 'react'
import type { GridChallenge, GridStudent } from '../score-contract.ts'
import { ScoreCell } from './ScoreCell.tsx'
import * as styles from './ScoreGrid.css.ts'
import type { ScoreQueue } from './scoreQueue.ts'
import { useCellState } from './useScores.ts'
import { useGridEditing } from './useGridEditing.ts'

interface ScoreTableProps {
  queue: ScoreQueue
  students: readonly GridStudent[]
  challenges: readonly GridChallenge[]
}

/** Students by challenges. Arrow keys move, typing replaces, Enter edits and saves, Escape takes the edit back. */
export function ScoreTable({ queue, students, challenges }: ScoreTableProps) {
  const { tableRef, active, edit, setEdit, said, handlers } = useGridEditing({ queue, students, challenges })
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
              {challenges.map(({ id, title, maxScore, isActive }) => (
                <th key={id} scope="col" className={styles.columnHead}>
                  {title}
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
                row={row}
                activeColumn={row === active.row ? active.column : undefined}
                edit={row === active.row ? edit : undefined}
                onEdit={setEdit}
              />
            ))}
          </tbody>
        </table>
      </div>
      {student && challenge && <Said queue={queue} student={student} challenge={challenge} said={said} />}
    </>
  )
}

interface ScoreRowProps {
  queue: ScoreQueue
  student: GridStudent
  challenges: readonly GridChallenge[]
  row: number
  activeColumn: number | undefined
  edit: string | undefined
  onEdit: (text: string) => void
}

// Drawn again for its own cells alone: a grid has a thousand.
const ScoreRow = memo(function ScoreRow({ student, challenges, activeColumn, edit, ...cell }: ScoreRowProps) {
  return (
    <tr>
      <th scope="row" className={styles.rowHead}>
        {student.firstName} {student.lastName}
        {student.grade !== null && <span className={styles.muted}>Grade {student.grade}</span>}
      </th>
      {challenges.map((challenge, column) => (
        <ScoreCell
          key={challenge.id}
          {...cell}
          student={student}
          challenge={challenge}
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
}

/** What there is to say of the last act, or else why the cell that is looked at is not saved. */
function Said({ queue, student, challenge, said }: SaidProps) {
  const { progress, reason } = useCellState(queue, { studentId: student.id, challengeId: challenge.id })
  const isRefused = progress === 'refused' || progress === 'outdated'
  return (
    <p role="status" className={isRefused ? styles.refused : styles.status}>
      {said || (isRefused && reason) || 'Type a score, or paste cells of a spreadsheet. Ctrl+Z takes back the last.'}
    </p>
  )
}
