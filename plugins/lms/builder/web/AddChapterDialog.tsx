import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { serverMessage } from '#core/web/serverMessage.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { newChapter } from '../../authoring/courses/contract.ts'
import { coursesApi, courseReads } from '../../authoring/courses/web/client.ts'

interface AddChapterDialogProps {
  courseId: string
  isOpen: boolean
  onClose: () => void
}

export function AddChapterDialog({ isOpen, onClose, ...of }: AddChapterDialogProps) {
  return (
    <Dialog title="Add Chapter" isOpen={isOpen} onOpenChange={onClose}>
      <AddChapterForm {...of} onDone={onClose} />
    </Dialog>
  )
}

const fields = newChapter.pick({ title: true, description: true })

function AddChapterForm({ courseId, onDone }: Pick<AddChapterDialogProps, 'courseId'> & { onDone: () => void }) {
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
  const form = useContractForm(fields, {
    defaultValues: { title: '', description: '' },
    submit: async (chapter) => {
      await create.mutateAsync({ body: { courseId, ...chapter } })
      notify({ title: 'Chapter created successfully' })
      onDone()
    },
  })
  return (
    <DialogForm form={form} submit={<CreateButton />}>
      <FormTextField name="title" label="Chapter Title" maxLength={200} autoFocus />
      <FormTextField name="description" label="Description" isOptional multiline maxLength={2000} />
    </DialogForm>
  )
}

/** Enter does what it does, and as little while there is no title. */
function CreateButton() {
  const title = useWatch({ name: 'title' }) as string
  return <SubmitButton isDisabled={title.trim() === ''}>Create</SubmitButton>
}
