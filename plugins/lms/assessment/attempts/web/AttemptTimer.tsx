import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { VisuallyHidden } from '#core/web/ui/layout/VisuallyHidden.tsx'
import type { OpenAttempt } from '../contract.ts'
import * as styles from './Attempt.css.ts'
import { formatClock, getTimeNotice } from './attemptLabels.ts'

interface AttemptTimerProps {
  attempt: OpenAttempt
  endsAt: string
  secondsLeft: number
}

/** Shows the time that is left. Learners can hide it; notices are shown all the same. */
export function AttemptTimer({ attempt, endsAt, secondsLeft }: AttemptTimerProps) {
  const [isHidden, setHidden] = useState(false)
  const total = (Date.parse(endsAt) - Date.parse(attempt.startedAt)) / 1000
  const notice = getTimeNotice(secondsLeft, total)
  return (
    <div className={styles.bar}>
      {!isHidden && (
        <span className={styles.clock} role="timer">
          {formatClock(secondsLeft)}
        </span>
      )}
      <span className={styles.quiet}>
        The time limit ends at <DateTime value={endsAt} show="time" />
      </span>
      <Button size="small" onPress={() => setHidden(!isHidden)}>
        {isHidden ? 'Show the time' : 'Hide the time'}
      </Button>
      <span role="status" className={notice?.isNearEnd ? styles.warning : undefined}>
        {notice?.isNearEnd ? notice.words : <VisuallyHidden>{notice?.words}</VisuallyHidden>}
      </span>
    </div>
  )
}
