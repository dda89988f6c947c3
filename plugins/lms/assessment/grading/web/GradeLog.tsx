import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import type { LoggedGrade } from '../grade-contract.ts'
import * as styles from './Grading.css.ts'
import { actLabels, formatPoints, describeResult } from './gradingLabels.ts'

/** Lists all acts on a piece of work, newest first. */
export function GradeLog({ log }: { log: readonly LoggedGrade[] }) {
  return (
    <ul className={styles.comments} aria-label="History">
      {log.map((grade) => (
        <li key={grade.id}>
          <DateTime value={grade.at} />: {grade.by || 'Someone'} {actLabels[grade.did]}, version {grade.number}
          {describeResult(grade) && ` (${describeResult(grade)})`}
        </li>
      ))}
    </ul>
  )
}

/** Renders a grade with its marks. */
export function GivenGrade({ grade }: { grade: LoggedGrade }) {
  const { rubric, given } = grade
  return (
    <ul className={styles.comments} aria-label={`Marks of ${grade.by || 'someone else'}`}>
      {rubric.criteria.map((criterion) => {
        const mark = given.marks.find(({ criterionId }) => criterionId === criterion.id)
        const level = criterion.levels.find(({ id }) => id === mark?.levelId)
        const points = mark?.points ?? (rubric.isScored ? level?.points : undefined)
        return (
          <li key={criterion.id}>
            {criterion.title}: {level?.title ?? 'no level'}
            {points !== undefined && `, ${formatPoints(points)}`}
            {mark?.comment && ` · ${mark.comment}`}
          </li>
        )
      })}
      {describeResult(grade) && <li>{describeResult(grade)}</li>}
      {given.comment && <li className={styles.text}>{given.comment}</li>}
    </ul>
  )
}
