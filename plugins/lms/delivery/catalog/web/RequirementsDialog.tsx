import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createClient } from '#core/web/client.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import type { Course } from '../../../authoring/courses/contract.ts'
import { requirementsContract } from '../requirements-contract.ts'

const requirementsApi = createClient(requirementsContract)

interface RequirementsDialogProps {
  course: Course
  isOpen: boolean
  onClose: () => void
}

/** Edits the prerequisites of a course. */
export function RequirementsDialog({ course, isOpen, onClose }: RequirementsDialogProps) {
  return (
    <Dialog title="Required courses" help={`Prerequisites of ${course.title}`} isOpen={isOpen} onOpenChange={onClose}>
      <LoadedRequirements id={course.id} onDone={onClose} />
    </Dialog>
  )
}

interface PartProps {
  id: string
  onDone: () => void
}

function LoadedRequirements({ id, onDone }: PartProps) {
  const of = { params: { id } }
  const offered = useQuery({ ...requirementsApi.offeredCourses(of), staleTime: 0, gcTime: 0 })
  // Never cached: the whole list is replaced, and has to start from its current state.
  const required = useQuery({ ...requirementsApi.requiredCourses(of), staleTime: 0, gcTime: 0 })
  if (offered.data && required.data) {
    // Keeps prerequisites that are no longer offered in the list, so that they can be removed.
    const courses = new Map([...required.data, ...offered.data].map((course) => [course.id, course]))
    return (
      <Requirements
        id={id}
        options={[...courses.values()].map((course) => ({ id: course.id, label: course.title }))}
        before={required.data.map((course) => course.id)}
        onDone={onDone}
      />
    )
  }
  const error = offered.error ?? required.error
  return <DialogBody>{error ? <ErrorState error={error} /> : <Skeleton height={160} />}</DialogBody>
}

interface RequirementsProps extends PartProps {
  options: { id: string; label: string }[]
  before: string[]
}

function Requirements({ id, options, before, onDone }: RequirementsProps) {
  const [read] = useState(before)
  const [chosen, setChosen] = useState(read)
  const save = useMutation(
    requirementsApi.requireCourses.mutation({
      touches: [requirementsApi.requiredCourses.key({ params: { id } })],
      onSuccess: () => {
        notify({ title: 'Course updated successfully' })
        onDone()
      },
    }),
  )
  return (
    <>
      <DialogBody>
        {options.length === 0 ? (
          <p>There are no other courses.</p>
        ) : (
          <CheckboxGroup label="Courses" options={options} value={chosen} onChange={setChosen} />
        )}
        {save.error && <Banner tone="error">{errorText(save.error)}</Banner>}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button
          variant="primary"
          isPending={save.isPending}
          onPress={() => save.mutate({ params: { id }, body: { courseIds: chosen, before: read } })}
        >
          Save
        </Button>
      </DialogFooter>
    </>
  )
}
