import { useOutbox } from '#core/web/outbox.ts'
import { FormNumberField } from '#core/web/ui/forms/FormFields.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { useLast } from '#core/web/ui/overlays/useLast.ts'
import { countText } from '#core/contract/count-text.ts'
import { award } from '../contract.ts'
import { awardEach, pointsOutbox } from './pointsOutbox.ts'
import type { HereStudent } from './hereStudents.ts'

const givenPoints = award.pick({ points: true })

interface GivePointsDialogProps {
  sessionId: string
  /** One student, or everyone who is here; undefined: closed. */
  students: readonly HereStudent[] | undefined
  onClose: () => void
}

/** Adds points for one student or for everyone who is here; they are sent when there is a connection. */
export function GivePointsDialog({ sessionId, students: given, onClose }: GivePointsDialogProps) {
  const [outbox] = useOutbox(pointsOutbox)
  const students = useLast(given)
  if (!students) return null
  const [first] = students
  const whom = students.length === 1 && first ? `${first.firstName} ${first.lastName}` : 'everyone here'
  return (
    <FormDialog
      title={`Give points to ${whom}`}
      help={`${countText(students.length, 'student gets', 'students get')} them. A negative number takes points back.`}
      isOpen={given !== undefined}
      onOpenChange={onClose}
      schema={givenPoints}
      defaultValues={{ points: 5 }}
      save={async ({ points }) => outbox.add(awardEach(sessionId, students, points))}
      saved={{ title: 'Points given' }}
      submit="Give points"
    >
      <FormNumberField name="points" label="Points" autoFocus />
    </FormDialog>
  )
}
