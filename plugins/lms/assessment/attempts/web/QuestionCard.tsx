import { Flag } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { AnswerField } from '../../../authoring/questions/web/answering/AnswerField.tsx'
import { formatPoints } from '../../../authoring/questions/web/questionLabels.ts'
import type { OpenItem } from '../contract.ts'
import { AnswerFiles } from './AnswerFiles.tsx'
import * as styles from './Attempt.css.ts'
import type { AttemptSaver, SavingState } from './AttemptSaving.ts'
import { VerdictView } from './VerdictView.tsx'

interface QuestionCardProps {
  asked: OpenItem
  saving: AttemptSaver
  state: SavingState
  isFixed: boolean
  isToldAtOnce: boolean
  isFlagged: boolean
  onFlag: () => void
}

/** Renders a question of an attempt, with its answer. */
export function QuestionCard(props: QuestionCardProps) {
  const { asked, saving, state, isToldAtOnce, isFlagged, onFlag } = props
  const { item, question } = asked
  const answer = state.answers.get(item) ?? null
  const verdict = state.verdicts.get(item)
  const refusal = state.refusals.get(item)
  const isFixed = props.isFixed || verdict !== undefined
  return (
    <div id={getCardId(item)} tabIndex={-1}>
      <Card
        level={3}
        title={`Question ${item}`}
        help={formatPoints(question.points)}
        actions={
          <Button
            size="small"
            icon={<Flag size={16} aria-hidden />}
            aria-label={isFlagged ? `Flagged question ${item}, remove the flag` : `Flag question ${item}`}
            onPress={onFlag}
          >
            {isFlagged ? 'Flagged' : 'Flag'}
          </Button>
        }
      >
        <div className={styles.asked}>
          <AnswerField
            question={question}
            answer={answer}
            onChange={(next) => saving.change(item, next)}
            isFixed={isFixed}
            files={
              question.type === 'file' && (
                <AnswerFiles
                  attemptId={saving.attemptId}
                  asked={{ ...asked, question }}
                  answer={answer}
                  others={state.files}
                  isFixed={isFixed}
                  onChange={(next) => saving.change(item, next)}
                />
              )
            }
          />
          {state.replaced.has(item) && (
            <Banner tone="warn">
              This question was answered in another window or on another device since. What you see is what counts;
              change it if it should be otherwise.
            </Banner>
          )}
          {refusal && <Banner tone="error">{refusal}</Banner>}
          {verdict ? (
            <div role="status">
              <VerdictView question={question} verdict={verdict} />
            </div>
          ) : (
            isToldAtOnce && answer !== null && !isFixed && <CheckButton item={item} saving={saving} />
          )}
        </div>
      </Card>
    </div>
  )
}

export const getCardId = (item: number) => `attempt-question-${item}`

function CheckButton({ item, saving }: Pick<QuestionCardProps, 'saving'> & { item: number }) {
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const check = async () => {
    setPending(true)
    setFailure(undefined)
    try {
      await saving.check(item)
    } catch (error) {
      setFailure(errorText(error))
      setPending(false)
    }
  }
  return (
    <div>
      {failure && <Banner tone="error">{failure}</Banner>}
      <Button isPending={isPending} aria-label={`Check the answer to question ${item}`} onPress={() => void check()}>
        Check the answer
      </Button>
    </div>
  )
}
