import { useMutation } from '@tanstack/react-query'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { newReport } from '../contract.ts'
import { discussionsApi, threadReads } from './client.ts'

interface ReportDialogProps {
  postId: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Asks why, which nobody has to say. */
export function ReportDialog({ postId, isOpen, onOpenChange }: ReportDialogProps) {
  return (
    <Dialog
      title="Report this post?"
      help="An instructor or admin looks at it. Whoever wrote it is not told who reported it."
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <ReportForm postId={postId} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function ReportForm({ postId, onDone }: { postId: string; onDone: () => void }) {
  const report = useMutation(discussionsApi.reportPost.mutation({ touches: threadReads }))
  const form = useContractForm(newReport, {
    defaultValues: { reason: '' },
    submit: async (body) => {
      await report.mutateAsync({ params: { id: postId }, body })
      notify({ title: 'Thank you', description: 'Somebody will look at this post.' })
      onDone()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton variant="danger">Report post</SubmitButton>}>
      <FormTextField name="reason" label="What is wrong with it?" isOptional multiline />
    </DialogForm>
  )
}
