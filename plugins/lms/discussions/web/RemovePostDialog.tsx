import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { text } from '#core/contract/fields.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { MAX_REASON_LENGTH } from '../contract.ts'
import { RETENTION_DAYS, type WaitingPost } from '../moderation-contract.ts'
import { moderationApi, moderationReads } from './client.ts'

interface RemovePostDialogProps extends DialogState {
  post: WaitingPost
  onRemoved: () => void
}

const why = z.object({ reason: text(MAX_REASON_LENGTH) })

/** Asks for a reason, and explains what remains of the post. */
export function RemovePostDialog({ post, onRemoved, ...dialog }: RemovePostDialogProps) {
  const remove = useMutation(moderationApi.removePost.mutation({ touches: moderationReads }))
  const { id, updatedAt } = post
  return (
    <FormDialog
      {...dialog}
      title={`Remove the post of ${post.author.name}?`}
      help={`Admins can read it for ${RETENTION_DAYS} days.`}
      schema={why}
      defaultValues={{ reason: '' }}
      save={({ reason }) => remove.mutateAsync({ params: { id }, body: { reason, updatedAt } })}
      onSaved={onRemoved}
      saved={{ title: 'Post removed' }}
      submit={<SubmitButton variant="danger">Remove post</SubmitButton>}
    >
      <FormTextField name="reason" label="Reason" isOptional multiline help="Visible to admins only." />
    </FormDialog>
  )
}
