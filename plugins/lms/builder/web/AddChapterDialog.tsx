import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { coursesApi, courseReads } from '../../courses/web/client.ts'

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

function AddChapterForm({ courseId, onDone }: Pick<AddChapterDialogProps, 'courseId'> & { onDone: () => void }) {
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const create = useMutation(
    coursesApi.createChapter.mutation({
      touches: courseReads,
      onSuccess: () => {
        notify({ title: 'Chapter created successfully' })
        onDone()
      },
      onError: (error) =>
        notify({
          title: 'Error creating chapter',
          description: errorText(error) || 'Failed to create chapter',
          tone: 'destructive',
        }),
    }),
  )
  const trimmed = description.trim()
  const submit = () =>
    create.mutate({
      body: { courseId, title: title.trim(), ...(trimmed ? { description: trimmed } : {}) },
    })
  return (
    <>
      <DialogBody>
        {create.error && <Banner tone="error">{errorText(create.error)}</Banner>}
        <TextField label="Chapter Title" value={title} onChange={setTitle} maxLength={200} autoFocus />
        <TextField
          label="Description"
          isOptional
          multiline
          value={description}
          onChange={setDescription}
          maxLength={2000}
        />
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button variant="primary" isDisabled={title.trim() === ''} isPending={create.isPending} onPress={submit}>
          Create
        </Button>
      </DialogFooter>
    </>
  )
}
