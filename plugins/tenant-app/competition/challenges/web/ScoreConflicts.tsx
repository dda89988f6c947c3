import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { cellKey } from '../score-contract.ts'
import * as styles from './ScoreGrid.css.ts'
import type { ScoreQueue } from './scoreQueue.ts'
import type { Conflict } from './scoreStates.ts'

interface ScoreConflictsProps {
  queue: ScoreQueue
  conflicts: readonly Conflict[]
}

const conflictText = (score: number | null) => (score === null ? 'no score' : String(score))

/** Lists scores that another user entered in the meantime, with a choice between both values. */
export function ScoreConflicts({ queue, conflicts }: ScoreConflictsProps) {
  return conflicts.map((conflict) => {
    const { name, mine, theirs } = conflict
    const who = theirs.scoredBy ?? 'Someone else'
    return (
      <Banner
        key={cellKey(conflict)}
        tone="warn"
        title={name}
        action={
          <span className={styles.conflict}>
            <Button size="small" onPress={() => queue.settle(conflict, 'theirs')}>
              Keep {conflictText(theirs.score)}
            </Button>
            <Button size="small" onPress={() => queue.settle(conflict, 'mine')}>
              Enter {conflictText(mine)}
            </Button>
          </span>
        }
      >
        {who} has entered {conflictText(theirs.score)} in the meantime. You entered {conflictText(mine)}, which is not
        saved.
      </Banner>
    )
  })
}
