import { useEffect, useState, useSyncExternalStore } from 'react'
import { keepUnsavedWork } from '#core/web/unsavedWork.ts'
import type { AttemptReview, OpenAttempt } from '../contract.ts'
import { AttemptSaver, type SavingState } from './AttemptSaving.ts'
import { forgetAttempt } from './answerStore.ts'

/** Saves the answers of an attempt; signing out asks first while some are unsaved. */
export function useAttemptSaver(
  attempt: OpenAttempt,
  onOver: (review?: AttemptReview) => void,
): { saving: AttemptSaver; state: SavingState } {
  const [opened] = useState(attempt)
  const [saving] = useState(() => new AttemptSaver(attempt, { onOver }))
  const state = useSyncExternalStore(saving.subscribe, saving.state)
  useEffect(() => saving.begin(opened), [saving, opened])
  useEffect(
    () =>
      keepUnsavedWork({
        words: () => (saving.state().waiting > 0 ? 'Answers of a quiz are not saved yet' : undefined),
        discard: () => void forgetAttempt(opened.id),
      }),
    [saving, opened],
  )
  useEffect(() => saving.hear(attempt), [saving, attempt])
  return { saving, state }
}
