import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowLeft, Sheet } from 'lucide-react'
import { isAmong } from '#core/contract/roles.ts'
import { useUser } from '#core/web/session.ts'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Tabs } from '#core/web/ui/layout/Tabs.tsx'
import type { QuizOfResults } from '../contract.ts'
import { resultsApi } from './client.ts'
import { CorrectionsTab } from './CorrectionsTab.tsx'
import { LearnersTab } from './LearnersTab.tsx'
import { QuestionsTab } from './QuestionsTab.tsx'

const route = getRouteApi('/shell/results/$courseId/$lessonId')

/** Shows the results of learners in a quiz, and statistics of its questions. */
export function ResultsPage() {
  const params = route.useParams()
  const { tab = 'learners' } = route.useSearch()
  const navigate = route.useNavigate()
  const { role } = useUser()
  const isAdmin = isAmong(['tenant_admin'], 'tenant', role)
  const quiz = useQuery(resultsApi.quizOfResults({ params }))
  return (
    <Page
      title={quiz.data?.lesson ?? 'Quiz results'}
      help={quiz.data && describeRules(quiz.data)}
      above={
        <LinkButton href="/results" variant="quiet" size="small" icon={<ArrowLeft size={16} aria-hidden />}>
          Quiz Results
        </LinkButton>
      }
      actions={
        quiz.data && (
          <LinkButton
            href={resultsApi.exportResults.url({ params })}
            download
            icon={<Sheet size={16} aria-hidden />}
            aria-label="Every attempt as CSV"
          >
            CSV
          </LinkButton>
        )
      }
    >
      {quiz.error?.status === 404 ? (
        <EmptyState title="Quiz not found">It is not in the newest version of its course.</EmptyState>
      ) : quiz.error ? (
        <ErrorState error={quiz.error} onRetry={quiz.refetch} />
      ) : (
        <Tabs
          label="Results"
          selected={tab === 'corrections' && !isAdmin ? 'learners' : tab}
          onChange={(id) => void navigate({ search: id === 'learners' ? {} : { tab: id }, resetScroll: false })}
          tabs={[
            { id: 'learners' as const, label: 'Learners', content: <LearnersTab {...params} /> },
            { id: 'questions' as const, label: 'Questions', content: <QuestionsTab {...params} /> },
            ...(isAdmin
              ? [{ id: 'corrections' as const, label: 'Corrections', content: <CorrectionsTab {...params} /> }]
              : []),
          ]}
        />
      )}
    </Page>
  )
}

function describeRules({ course, passPercent, attempts, timeLimit, maxPoints }: QuizOfResults): string {
  return [
    course,
    `Pass mark ${passPercent}%`,
    `${maxPoints.toLocaleString('en-US')} points`,
    timeLimit === null ? 'No time limit' : `${timeLimit} min`,
    attempts === null ? 'Any number of attempts' : `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
  ].join(' · ')
}
