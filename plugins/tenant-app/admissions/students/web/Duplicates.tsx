import { PageLink } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import type { Duplicate } from '../contract.ts'
import * as styles from './Duplicates.css.ts'
import { gradeText, nameOf } from './studentLabels.ts'

interface DuplicatesProps {
  known: readonly Duplicate[]
  isPending: boolean
  onSaveAnyway: () => void
}

/** Lists existing students with the name and birthday of a new one. */
export function Duplicates({ known, isPending, onSaveAnyway }: DuplicatesProps) {
  return (
    <Banner
      tone="warn"
      title="Is it one of these students?"
      action={
        <Button size="small" isPending={isPending} onPress={onSaveAnyway}>
          Save anyway
        </Button>
      }
    >
      <ul className={styles.list}>
        {known.map((student) => (
          <li key={student.id}>
            <PageLink to="/students/$id" params={{ id: student.id }} target="_blank">
              {nameOf(student)}
            </PageLink>
            {student.dateOfBirth && (
              <>
                , born <DateTime value={student.dateOfBirth} />
              </>
            )}
            {student.grade && `, ${gradeText(student.grade)}`}
            {!student.isActive && ', inactive'}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
