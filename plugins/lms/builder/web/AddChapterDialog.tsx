import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { serverMessage } from '#core/web/serverMessage.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { newChapter } from '../../authoring/courses/contract.ts'
import { coursesApi, courseReads } from '../../authoring/courses/web/client.ts'

interface AddChapterDialogProps {
  courseId: string
  isOpen: boolean
  onClose: () => void
}

export function AddChapterDialog({ isOpen, onClose, courseId }: AddChapterDialogProps) {
  const create = useMutation(
    coursesApi.createChapter.mutation({
      touches: courseReads,
      onError: (error) =>
        notify({
          title: 'Error creating chapter',
          description: serverMessage(error, 'Failed to create chapter'),
          tone: 'destructive',
        }),
    }),
  )
  return (
    <FormDialog
      title="Add Chapter"
      isOpen={isOpen}
      onOpenChange={onClose}
      schema={fields}
      defaultValues={{ title: '', description: '' }}
      save={(chapter) => create.mutateAsync({ body: { courseId, ...chapter } })}
      saved={{ title: 'Chapter created successfully' }}
      submit={<CreateButton />}
    >
      <FormTextField name="title" label="Chapter Title" maxLength={200} autoFocus />
      <FormTextField name="description" label="Description" isOptional multiline maxLength={2000} />
    </FormDialog>
  )
}

const fields = newChapter.pick({ title: true, description: true })

/** Submits like Enter, and only with a title. */
function CreateButton() {
  const title = useWatch({ name: 'title' }) as string
  return <SubmitButton isDisabled={title.trim() === ''}>Create</SubmitButton>
}
