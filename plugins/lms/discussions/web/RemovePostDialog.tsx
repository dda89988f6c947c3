import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { text } from '#core/contract/fields.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { MAX_REASON_LENGTH } from '../contract.ts'
import { RETENTION_DAYS, type WaitingPost } from '../moderation-contract.ts'
import { moderationApi, moderationReads } from './client.ts'

interface RemovePostDialogProps {
  post: WaitingPost
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onRemoved: () => void
}

const why = z.object({ reason: text(MAX_REASON_LENGTH) })

/** Asks why, and says what is left of it. */
export function RemovePostDialog({ post, isOpen, onOpenChange, onRemoved }: RemovePostDialogProps) {
  return (
    <Dialog
      title={`Remove the post of ${post.author.name}?`}
      help={`Admins can read it for ${RETENTION_DAYS} days.`}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <RemovalForm
        post={post}
        onDone={() => {
          onOpenChange(false)
          onRemoved()
        }}
      />
    </Dialog>
  )
}

function RemovalForm({ post: { id, updatedAt }, onDone }: { post: WaitingPost; onDone: () => void }) {
  const remove = useMutation(moderationApi.removePost.mutation({ touches: moderationReads }))
  const form = useContractForm(why, {
    defaultValues: { reason: '' },
    submit: async ({ reason }) => {
      await remove.mutateAsync({ params: { id }, body: { reason, updatedAt } })
      notify({ title: 'Post removed' })
      onDone()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton variant="danger">Remove post</SubmitButton>}>
      <FormTextField name="reason" label="Reason" isOptional multiline help="For admins alone." />
    </DialogForm>
  )
}
