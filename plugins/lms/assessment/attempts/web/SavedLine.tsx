import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import type { AttemptSaver, SavingState } from './AttemptSaving.ts'
import * as styles from './Attempt.css.ts'

/** Shows if all answers are saved. */
export function SavedLine({ state: { waiting, savedAt, isLost } }: { state: SavingState }) {
  if (isLost && waiting > 0) return <span className={styles.warning}>{describeUnsaved(waiting)}</span>
  if (waiting > 0) return <span className={styles.quiet}>Saving…</span>
  if (!savedAt) return <span className={styles.quiet}>Answers are saved automatically</span>
  return (
    <span className={styles.quiet}>
      Saved <DateTime value={savedAt} show="time" />
    </span>
  )
}

interface LostBannerProps {
  saving: AttemptSaver
  state: SavingState
  isOneWay: boolean
}

/** Warns prominently that answers are not being saved. */
export function LostBanner({ saving, state, isOneWay }: LostBannerProps) {
  const { isLost, waiting, timing } = state
  if (!isLost) return null
  return (
    <Banner
      tone="warn"
      title={waiting > 0 ? describeUnsaved(waiting) : 'Connection lost'}
      action={
        <Button size="small" onPress={() => void saving.flush()}>
          Try again
        </Button>
      }
    >
      {describeActivity(state, isOneWay)}
      {timing.endsAt !== null && ' The time keeps running.'}
    </Banner>
  )
}

function describeActivity({ isHandingIn, isTurning }: SavingState, isOneWay: boolean): string {
  if (isHandingIn) return 'It will be submitted as soon as you are back online. Keep this page open.'
  if (isTurning) {
    return 'Your answers are saved in this browser. The next question comes as soon as you are back online.'
  }
  return isOneWay
    ? 'Your answers are saved in this browser and sent as soon as you are back online. The next question needs a connection.'
    : 'You can continue: your answers are saved in this browser and sent as soon as you are back online.'
}

const describeUnsaved = (waiting: number) => `Not saved, ${waiting === 1 ? '1 answer' : `${waiting} answers`} waiting`
