import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { MAX_QUESTIONS, countQuestions, sumPoints, type QuizDetails } from '../quiz-contract.ts'
import { PoolList } from './PoolList.tsx'
import { QuestionList } from './QuestionList.tsx'
import { QuizSettings } from './QuizSettings.tsx'
import { formatPoints, formatQuestions } from './questionLabels.ts'

interface QuizEditorProps {
  details: QuizDetails
  /** True if its score counts. */
  isGraded: boolean
  onChange: (details: QuizDetails) => void
  errors: Readonly<Record<string, string>>
}

/** Edits the questions and settings of a quiz or an assessment. */
export function QuizEditor({ details, isGraded, onChange, errors }: QuizEditorProps) {
  return (
    <Stack>
      <Card
        title="Questions"
        help={`${formatQuestions(countQuestions(details))} · ${formatPoints(sumPoints(details))}`}
      >
        <QuestionList
          questions={details.questions}
          max={MAX_QUESTIONS}
          onChange={(questions) => onChange({ ...details, questions })}
        />
      </Card>
      <Card title="Pools" help="Questions drawn at random from a bank for each attempt.">
        <PoolList pools={details.pools} onChange={(pools) => onChange({ ...details, pools })} error={errors['pools']} />
      </Card>
      <Card title="Quiz settings">
        <QuizSettings details={details} isGraded={isGraded} onChange={onChange} errors={errors} />
      </Card>
    </Stack>
  )
}
