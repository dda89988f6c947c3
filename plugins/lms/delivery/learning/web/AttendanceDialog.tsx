import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Checkbox } from '#core/web/ui/fields/Checkbox.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import type { CatalogLesson } from '../../catalog/contract.ts'
import { catalogReads } from '../../catalog/web/client.ts'
import type { Attendee } from '../attendance-contract.ts'
import { attendanceApi } from './client.ts'

interface AttendanceDialogProps {
  courseId: string
  lesson: CatalogLesson
  onClose: () => void
}

/** Takes attendance at a live session. Marks are final: no one is later marked absent. */
export function AttendanceDialog({ courseId, lesson, onClose }: AttendanceDialogProps) {
  const params = { courseId, lessonId: lesson.id }
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const people = useQuery(attendanceApi.listLiveAttendance({ params, query: {} }))
  const mark = useMutation(
    attendanceApi.markPresent.mutation({
      touches: [attendanceApi.listLiveAttendance.key({ params }), ...catalogReads],
      onSuccess: () => {
        notify({ title: 'Attendance saved', description: lesson.title })
        onClose()
      },
      onError: (error) =>
        notify({ title: 'Attendance was not saved', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const toggle = (userId: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, userId] : [...before].filter((id) => id !== userId)))
  return (
    <Dialog
      title={`Who was at ${lesson.title}?`}
      help="This completes the lesson for them and cannot be undone."
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <DialogBody>
        {people.error ? (
          <ErrorState error={people.error} onRetry={people.refetch} isFrameless />
        ) : !people.data ? (
          <Skeleton height={160} />
        ) : people.data.length === 0 ? (
          <p>No other learners in this course yet.</p>
        ) : (
          <Stack>
            {people.data.map((person) => (
              <Checkbox
                key={person.userId}
                label={person.name}
                help={describeAttendance(person)}
                isSelected={person.isMarkedPresent || chosen.has(person.userId)}
                isDisabled={person.isMarkedPresent}
                onChange={(isChosen) => toggle(person.userId, isChosen)}
              />
            ))}
          </Stack>
        )}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button
          variant="primary"
          isDisabled={chosen.size === 0}
          isPending={mark.isPending}
          onPress={() => mark.mutate({ params, body: { userIds: [...chosen] } })}
        >
          Save attendance
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function describeAttendance({ isMarkedPresent, joinedAt, attended, isCompleted }: Attendee): string | undefined {
  if (isMarkedPresent) return 'Ticked off'
  if (joinedAt) return `Joined, and was there for ${Math.round(attended / 60)} min by their own page`
  return isCompleted ? 'Completed the lesson' : undefined
}
