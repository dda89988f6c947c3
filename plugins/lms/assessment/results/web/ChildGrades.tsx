import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Pagination } from '#core/web/ui/lists/Pagination.tsx'
import { FeedbackDetails } from '../../handins/web/FeedbackCard.tsx'
import { formatScore } from '../../../shared/web/percentOf.ts'
import type { ChildGrade } from '../children-contract.ts'
import { childrenApi } from './client.ts'
import { gradeOutcomeLabels } from './resultLabels.ts'
import * as styles from './results.css.ts'

const PAGE_SIZE = 10

interface ChildGradesProps {
  studentId: string
  firstName: string
}

/** Shows a child's grades for quizzes and submissions; loads them when it is opened. */
export function ChildGrades({ studentId, firstName }: ChildGradesProps) {
  return (
    <Card>
      <Disclosure label={`${firstName}’s grades in courses`}>{() => <Grades studentId={studentId} />}</Disclosure>
    </Card>
  )
}

function Grades({ studentId }: { studentId: string }) {
  const [page, setPage] = useState(1)
  const query = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
  const grades = useQuery(childrenApi.childGrades.page({ params: { studentId }, query }))
  if (grades.error) return <ErrorState error={grades.error} onRetry={grades.refetch} isFrameless />
  if (!grades.data) return <Skeleton height={80} />
  const { rows, total = rows.length } = grades.data
  if (rows.length === 0) return <p>No grades yet.</p>
  return (
    <Stack>
      <ul className={styles.grades} aria-label="Grades">
        {rows.map((grade) => (
          <Grade key={`${grade.course} ${grade.lessonId}`} grade={grade} />
        ))}
      </ul>
      {total > PAGE_SIZE && (
        <Pagination page={page} pageSize={PAGE_SIZE} total={total} onChange={setPage} label="grades" />
      )}
    </Stack>
  )
}

function Grade({ grade: { course, lesson, outcome, score, feedback, at } }: { grade: ChildGrade }) {
  const { label, tone } = gradeOutcomeLabels[outcome]
  return (
    <li className={styles.grade}>
      <div className={styles.gradeAbout}>
        <strong className={styles.gradeTitle}>{lesson || course}</strong>
        {score !== null && <strong className={styles.gradeTitle}>{formatScore(score)}</strong>}
        <Badge tone={tone}>{label}</Badge>
      </div>
      <div className={styles.gradeAbout}>
        <span>{course}</span>
        {feedback?.gradedBy && <span>{feedback.gradedBy}</span>}
        <DateTime value={at} />
      </div>
      {feedback && <FeedbackDetails feedback={feedback} />}
    </li>
  )
}
