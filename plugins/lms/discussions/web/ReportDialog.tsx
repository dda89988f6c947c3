import { useMutation } from '@tanstack/react-query'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { newReport } from '../contract.ts'
import { discussionsApi, threadReads } from './client.ts'

interface ReportDialogProps extends DialogState {
  postId: string
}

/** Asks for an optional reason. */
export function ReportDialog({ postId, ...dialog }: ReportDialogProps) {
  const report = useMutation(discussionsApi.reportPost.mutation({ touches: threadReads }))
  return (
    <FormDialog
      {...dialog}
      title="Report this post?"
      help="An instructor or admin reviews it. The author will not see who reported it."
      schema={newReport}
      defaultValues={{ reason: '' }}
      save={(body) => report.mutateAsync({ params: { id: postId }, body })}
      saved={{ title: 'Thank you', description: 'A moderator will look at this post.' }}
      submit={<SubmitButton variant="danger">Report post</SubmitButton>}
    >
      <FormTextField name="reason" label="What is wrong with it?" isOptional multiline />
    </FormDialog>
  )
}
