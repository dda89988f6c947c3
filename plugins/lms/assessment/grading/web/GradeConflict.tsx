import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import type { GradeDraft } from './gradeDraft.ts'
import { GivenGrade } from './GradeLog.tsx'
import * as styles from './Grading.css.ts'

interface GradeConflictProps {
  theirs: NonNullable<GradeDraft['theirs']>
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Shows the grade that another grader gave meanwhile, before any of it is replaced. */
export function GradeConflict({ theirs: { grade }, onKeepMine, onTakeTheirs }: GradeConflictProps) {
  return (
    <Banner
      tone="warn"
      title={
        grade ? `${grade.by || 'Someone else'} has graded this in the meantime` : 'This was resubmitted in the meantime'
      }
    >
      <Stack>
        {grade && <GivenGrade grade={grade} />}
        <div className={styles.actions}>
          <Button size="small" onPress={onTakeTheirs}>
            {grade ? 'Take their grade' : 'Begin anew'}
          </Button>
          <Button size="small" onPress={onKeepMine}>
            Keep mine
          </Button>
        </div>
      </Stack>
    </Banner>
  )
}
