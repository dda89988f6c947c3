import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { AnswersError } from '../../attempts/web/AnswersError.tsx'
import { regradeRules, type RegradeRule } from '../../attempts/regrade-contract.ts'
import type { Corrections, Regrade } from '../regrade-contract.ts'
import { regradeApi, resultReads } from './client.ts'
import { MovedList } from './MovedList.tsx'
import { RegradeFigures } from './RegradeFigures.tsx'
import { toPlainText } from '../../../authoring/questions/text-contract.ts'
import { QuestionText } from '../../../authoring/questions/web/QuestionText.tsx'
import * as styles from './results.css.ts'

type Choice = RegradeRule | 'leave'

const choices: Record<Choice, string> = {
  leave: 'Leave as graded',
  full: 'All points for everyone',
  both: 'Accept the earlier and the corrected answer',
  new: 'Accept only the corrected answer',
}
const options = (['leave', ...regradeRules] as const).map((id) => ({ id, label: choices[id] }))

/** Milliseconds between two polls of a running regrade. */
const POLL_INTERVAL_MS = 1000

type CorrectionsTabProps = {
  courseId: string
  lessonId: string
}

/** Lists questions that were corrected after attempts, and regrades these. */
export function CorrectionsTab(params: CorrectionsTabProps) {
  const corrections = useQuery({
    ...regradeApi.corrections({ params }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.last?.state === 'running' ? POLL_INTERVAL_MS : false),
  })
  const { data } = corrections
  if (!data && corrections.error) return <AnswersError error={corrections.error} onRetry={corrections.refetch} />
  if (!data) return <Skeleton height={240} />
  return (
    <Stack>
      {data.last && <LastRegrade last={data.last} />}
      {data.failing.length > 0 && (
        <Banner tone="warn" title="They no longer reach the pass mark">
          Completed lessons stay completed, and certificates stay valid.
          <MovedList moved={data.failing} />
        </Banner>
      )}
      {data.questions.length === 0 ? (
        <EmptyState icon={<CircleCheck size={20} aria-hidden />} title="No corrected questions">
          Where a question is corrected in a new version of the course, attempts from before can be graded again here.
        </EmptyState>
      ) : (
        <Regrading params={params} corrections={data} />
      )}
    </Stack>
  )
}

function LastRegrade({ last: { state, reason, graded, attempts, moved } }: { last: Regrade }) {
  if (state === 'running') {
    return (
      <ProgressBar
        label="Grading attempts again"
        value={graded}
        max={attempts}
        valueText={`${graded.toLocaleString('en-US')} of ${attempts.toLocaleString('en-US')}`}
      />
    )
  }
  if (state === 'failed') {
    return (
      <Banner tone="error" title="Regrading did not finish">
        {`${reason} ${graded.toLocaleString('en-US')} of ${attempts.toLocaleString('en-US')} attempts were graded. Grade them again below: nothing is graded twice.`}
      </Banner>
    )
  }
  return (
    <Banner>
      {`Graded again: ${graded.toLocaleString('en-US')} of ${attempts.toLocaleString('en-US')}. Another score: ${moved.toLocaleString('en-US')}.`}
    </Banner>
  )
}

function Regrading({ params, corrections }: { params: CorrectionsTabProps; corrections: Corrections }) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Choice>>(new Map())
  const [isAsking, setAsking] = useState(false)
  const preview = useMutation(regradeApi.previewRegrade.mutation({ touches: [] }))
  const regrade = useMutation(
    regradeApi.regrade.mutation({ touches: [regradeApi.corrections.key({ params }), ...resultReads] }),
  )
  const rules = [...chosen].flatMap(([questionId, rule]) => (rule === 'leave' ? [] : [{ questionId, rule }]))
  const choose = (questionId: string, rule: Choice) => {
    setChosen(new Map(chosen).set(questionId, rule))
    preview.reset()
  }
  const isRunning = corrections.last?.state === 'running'
  return (
    <>
      {corrections.questions.map(({ questionId, prompt, attempts }) => (
        <Card
          key={questionId}
          title="Corrected question"
          help={`${attempts.toLocaleString('en-US')} ${attempts === 1 ? 'attempt' : 'attempts'} from before`}
        >
          <p className={styles.prompt}>
            <QuestionText text={prompt} />
          </p>
          <Select<Choice>
            label={`What counts for “${toPlainText(prompt)}”`}
            options={options}
            value={chosen.get(questionId) ?? 'leave'}
            onChange={(rule) => rule && choose(questionId, rule)}
          />
        </Card>
      ))}
      {preview.error && <Banner tone="error">{errorText(preview.error)}</Banner>}
      {preview.data && <RegradeFigures preview={preview.data} />}
      <span className={styles.badges}>
        <Button
          isDisabled={rules.length === 0}
          isPending={preview.isPending}
          onPress={() => preview.mutate({ params, body: { rules } })}
        >
          Preview
        </Button>
        <Button variant="primary" isDisabled={!preview.data || isRunning} onPress={() => setAsking(true)}>
          Grade again
        </Button>
      </span>
      <ConfirmDialog
        title="Grade attempts again?"
        confirmLabel="Grade again"
        tone="primary"
        isOpen={isAsking}
        onOpenChange={setAsking}
        onConfirm={async () => {
          await regrade.mutateAsync({ params, body: { rules } })
          preview.reset()
          notify({ title: 'Attempts are being graded again' })
        }}
      >
        {`${(preview.data?.moved ?? 0).toLocaleString('en-US')} scores change. Earlier scores stay in the history; certificates stay valid.`}
      </ConfirmDialog>
    </>
  )
}
