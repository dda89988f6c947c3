import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { isOneWay } from '../../../authoring/questions/quiz-contract.ts'
import { formatQuestions } from '../../../authoring/questions/web/questionLabels.ts'
import type { AttemptReview, OpenAttempt } from '../contract.ts'
import * as styles from './Attempt.css.ts'
import { AttemptTimer } from './AttemptTimer.tsx'
import { getCardId, QuestionCard } from './QuestionCard.tsx'
import { QuestionNumbers } from './QuestionNumbers.tsx'
import { LostBanner, SavedLine } from './SavedLine.tsx'
import { useAttemptSaver } from './useAttemptSaving.ts'
import { useSecondsLeft } from './useSecondsLeft.ts'

/** Milliseconds between two checks whether an attempt has ended after its time. */
const POLL_INTERVAL_MS = 3000

interface TakingAttemptProps {
  attempt: OpenAttempt
  onOver: (review?: AttemptReview) => void
  /** Refetches the attempt. */
  onLook: () => Promise<unknown>
}

/** Renders an attempt in progress. */
export function TakingAttempt({ attempt, onOver, onLook }: TakingAttemptProps) {
  const { saving, state } = useAttemptSaver(attempt, onOver)
  const [flagged, setFlagged] = useState<ReadonlySet<number>>(new Set())
  const [isAsking, setAsking] = useState(false)
  const { questions, isOnePerPage, canGoBack, isToldAtOnce, isLarger } = attempt
  const { items } = state
  const { endsAt, graceUntil } = state.timing
  const secondsLeft = useSecondsLeft(state.timing, endsAt)
  const isTimeOver = attempt.state === 'overdue' || secondsLeft === 0
  useEnding(isTimeOver && attempt.state !== 'overdue', async () => {
    await saving.flush()
    await onLook()
  })
  const answered = new Set(items.flatMap(({ item }) => (state.answers.get(item) ? [item] : [])))
  const missing = questions - answered.size
  const isFixed = isTimeOver || state.isHandingIn || state.isTurning
  const turn = (item: number) => {
    if (isOnePerPage) saving.turnTo(item)
    else document.getElementById(getCardId(item))?.focus()
  }
  useTurned(state.place)
  const shown = isOnePerPage ? items.filter(({ item }) => item === state.place) : items
  const hasNext = isOnePerPage && state.place < questions
  return (
    <Stack>
      <div className={styles.head}>
        {endsAt !== null && secondsLeft !== undefined && !isTimeOver ? (
          <AttemptTimer attempt={attempt} endsAt={endsAt} secondsLeft={secondsLeft} />
        ) : (
          <span className={styles.quiet}>Attempt {attempt.number}</span>
        )}
        <SavedLine state={state} />
      </div>
      <LostBanner saving={saving} state={state} isOneWay={isOneWay(attempt)} />
      {isTimeOver && (
        <Banner tone="warn" title="The time is over">
          {graceUntil === null ? (
            'Saved answers are being submitted. One moment, please.'
          ) : (
            <>
              You can submit saved answers until <DateTime value={graceUntil} show="time" />.
            </>
          )}
        </Banner>
      )}
      {isOnePerPage && state.refusals.size > 0 && (
        <Banner tone="error" title="Answers that were not taken">
          {[...state.refusals].map(([item, refusal]) => `Question ${item}: ${refusal}`).join(' ')}
        </Banner>
      )}
      {state.failure && <Banner tone="error">{state.failure}</Banner>}
      <ProgressBar
        label="Answered"
        value={answered.size}
        max={questions}
        valueText={`${answered.size} of ${formatQuestions(questions)}`}
      />
      {(!isOnePerPage || canGoBack) && items.length > 1 && (
        <QuestionNumbers
          items={items}
          answered={answered}
          flagged={flagged}
          place={isOnePerPage ? state.place : undefined}
          onTurn={turn}
        />
      )}
      <div className={isLarger ? styles.larger : undefined}>
        <Stack>
          {shown.map((asked) => (
            <QuestionCard
              key={asked.item}
              asked={asked}
              saving={saving}
              state={state}
              isFixed={isFixed}
              isToldAtOnce={isToldAtOnce}
              isFlagged={flagged.has(asked.item)}
              onFlag={() => setFlagged(toggleItem(flagged, asked.item))}
            />
          ))}
        </Stack>
      </div>
      {hasNext && !canGoBack && <p className={styles.quiet}>You cannot go back to a question.</p>}
      <div className={styles.foot}>
        <div className={styles.bar}>
          {isOnePerPage && canGoBack && state.place > 1 && (
            <Button onPress={() => turn(state.place - 1)}>Previous question</Button>
          )}
          {hasNext && (
            <Button isPending={state.isTurning} onPress={() => turn(state.place + 1)}>
              Next question
            </Button>
          )}
        </div>
        <Button variant="primary" isPending={state.isHandingIn} onPress={() => setAsking(true)}>
          Submit
        </Button>
      </div>
      <ConfirmDialog
        title="Submit this attempt?"
        confirmLabel="Submit"
        tone="primary"
        isOpen={isAsking}
        onOpenChange={setAsking}
        onConfirm={saving.handIn}
      >
        {missing === 0
          ? 'All questions are answered.'
          : `${missing === 1 ? '1 question is' : `${missing} questions are`} not answered.`}
        {flagged.size > 0 && ` ${flagged.size === 1 ? '1 is' : `${flagged.size} are`} flagged.`}
      </ConfirmDialog>
    </Stack>
  )
}

function toggleItem(items: ReadonlySet<number>, item: number): Set<number> {
  const next = new Set(items)
  if (!next.delete(item)) next.add(item)
  return next
}

/** Moves the focus to the card of the opened question, which may render only after a while. */
function useTurned(place: number): void {
  const shown = useRef(place)
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    document.getElementById(getCardId(place))?.focus()
  }, [place])
}

/** Polls until the server, whose clock counts, has ended the attempt. */
function useEnding(isEnding: boolean, look: () => Promise<void>): void {
  const onLook = useEffectEvent(look)
  useEffect(() => {
    if (!isEnding) return undefined
    void onLook()
    const timer = setInterval(() => void onLook(), POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isEnding])
}
