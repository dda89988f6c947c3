import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesCombined } from 'lucide-react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { DataTable } from '#core/web/ui/lists/DataTable.tsx'
import { QuestionText } from '../../../authoring/questions/web/QuestionText.tsx'
import { AnswersError } from '../../attempts/web/AnswersError.tsx'
import { MIN_ANSWERS_FOR_STATISTICS, type QuestionStatistics } from '../contract.ts'
import { resultsApi } from './client.ts'
import * as styles from './results.css.ts'

/** Discrimination below which an answer says nothing about a learner's knowledge (Ebel). */
const MIN_DISCRIMINATION = 0.2

const columns: readonly Column<QuestionStatistics>[] = [
  {
    id: 'question',
    header: 'Question',
    isPrimary: true,
    cell: ({ prompt, choices, answers }) => (
      <span className={styles.cell}>
        <span>
          <QuestionText text={prompt} />
        </span>
        {choices.length > 0 && answers > 0 && (
          <span className={styles.quiet}>
            <QuestionText
              text={choices
                .map(({ text, isRight, count }) => `${text}${isRight ? ' (right)' : ''}: ${count}`)
                .join(' · ')}
            />
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'answers',
    header: 'Answers',
    cell: ({ answers }) => (
      <span className={styles.badges}>
        <span className={styles.number}>{answers.toLocaleString('en-US')}</span>
        {answers > 0 && answers < MIN_ANSWERS_FOR_STATISTICS && <Badge tone="amber">Few</Badge>}
      </span>
    ),
  },
  {
    id: 'difficulty',
    header: 'Points reached',
    cell: ({ difficulty }) => (
      <span className={styles.number}>{difficulty === null ? '—' : `${Math.round(difficulty * 100)}%`}</span>
    ),
  },
  {
    id: 'discrimination',
    header: 'Discrimination',
    cell: ({ discrimination, answers }) => (
      <span className={styles.badges}>
        <span className={styles.number}>{discrimination === null ? '—' : discrimination.toFixed(2)}</span>
        {discrimination !== null && answers >= MIN_ANSWERS_FOR_STATISTICS && discrimination < MIN_DISCRIMINATION && (
          <Badge tone="red">Review</Badge>
        )}
      </span>
    ),
  },
]

/** Shows statistics of each question. */
export function QuestionsTab(params: { courseId: string; lessonId: string }) {
  const statistics = useQuery({ ...resultsApi.quizStatistics({ params }), staleTime: 0 })
  const { data, error, refetch } = statistics
  if (!data && error) return <AnswersError error={error} onRetry={refetch} />
  return (
    <Stack>
      <p className={styles.quiet}>
        Based on the newest 2,000 counted attempts. Discrimination ranges from −1 to 1: near 1, learners with good
        scores answer it correctly; below {MIN_DISCRIMINATION}, the question may be unclear. With fewer than{' '}
        {MIN_ANSWERS_FOR_STATISTICS} answers the figures are not reliable.
      </p>
      <DataTable
        label="Questions"
        columns={columns}
        rows={data}
        rowKey={({ questionId }) => questionId}
        query={statistics}
        skeletons={4}
        empty={
          <EmptyState icon={<ChartNoAxesCombined size={20} aria-hidden />} title="No figures yet">
            They are listed here after the first submission.
          </EmptyState>
        }
      />
    </Stack>
  )
}
