import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import type { Student } from '../contract.ts'
import { StudentStatusBadge } from './StudentBadges.tsx'
import * as styles from './StudentCard.css.ts'
import { ageOn, gradeText, nameOf } from './studentLabels.ts'

/**
 * Columns of a table of students; inactive ones alone have a badge.
 * @param today in the organization's zone, as `2026-03-29`
 */
export function studentColumns(today: string): Column<Student>[] {
  return [
    { id: 'name', header: 'Student', isPrimary: true, cell: (student) => <PersonName name={nameOf(student)} /> },
    { id: 'grade', header: 'Grade', cell: ({ grade }) => grade && gradeText(grade) },
    { id: 'age', header: 'Age', align: 'end', cell: ({ dateOfBirth }) => dateOfBirth && ageOn(today, dateOfBirth) },
    {
      id: 'parent',
      header: 'Parent',
      cell: ({ parentUser }) =>
        parentUser ? <PersonName name={nameOf(parentUser)} /> : <span className={styles.none}>No guardian yet</span>,
    },
    { id: 'points', header: 'Points', align: 'end', cell: ({ totalPoints }) => totalPoints.toLocaleString() },
    { id: 'status', header: 'Status', cell: ({ isActive }) => !isActive && <StudentStatusBadge isActive={false} /> },
  ]
}
