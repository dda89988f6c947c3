import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { emailSenderChange, type EmailSender as Sender } from '#core/contract/email.ts'
import { emailApi } from '#core/web/emailClient.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'

/** Edits the reply address and postal address of the organization's email. */
export function EmailSender() {
  const sender = useQuery(emailApi.getEmailSender())
  return (
    <Card title="Email to families and staff" help="Email carries the organization’s name, logo and color.">
      <Loaded query={sender} height={160} isFrameless>
        {(data) => <SenderForm key={JSON.stringify(data)} sender={data} />}
      </Loaded>
    </Card>
  )
}

function SenderForm({ sender: { replyTo, askedReplyTo, postalAddress } }: { sender: Sender }) {
  const queryClient = useQueryClient()
  const form = useContractForm(emailSenderChange, {
    defaultValues: { replyTo: replyTo ?? '', postalAddress },
    submit: async ({ replyTo: chosen, ...body }) => {
      // An unchanged value must not withdraw an address that is being confirmed.
      const isChanged = chosen !== (replyTo ?? '')
      const saved = await emailApi.updateEmailSender.call({ body: { ...body, ...(isChanged && { replyTo: chosen }) } })
      queryClient.setQueryData(emailApi.getEmailSender().queryKey, saved)
      notify(
        saved.askedReplyTo !== null && saved.askedReplyTo !== askedReplyTo
          ? { title: 'Confirm the reply address', description: `We emailed a link to ${saved.askedReplyTo}.` }
          : { title: 'Settings saved' },
      )
    },
  })
  const withdraw = useMutation(
    emailApi.updateEmailSender.mutation({
      onSuccess: (saved) => {
        queryClient.setQueryData(emailApi.getEmailSender().queryKey, saved)
        notify({ title: 'Reply address not changed' })
      },
      onError: (error) => notify({ title: 'Nothing was changed', description: errorText(error), tone: 'destructive' }),
    }),
  )
  return (
    <Form form={form} aria-label="Email to families and staff">
      {askedReplyTo !== null && (
        <Banner
          tone="warn"
          action={
            <Button
              size="small"
              isPending={withdraw.isPending}
              onPress={() => withdraw.mutate({ body: { replyTo: replyTo ?? '' } })}
            >
              Cancel change
            </Button>
          }
        >{`${askedReplyTo} is not confirmed yet. Open the link in the email that we sent there.`}</Banner>
      )}
      <FormTextField
        name="replyTo"
        label="Reply address"
        type="email"
        autoComplete="email"
        help="Replies go here once the address is confirmed, and to the platform’s support until then."
      />
      <FormTextField name="postalAddress" label="Postal address" multiline rows={3} help="Shown below every email." />
      <FormActions>
        <SubmitButton needsChange>Save changes</SubmitButton>
      </FormActions>
    </Form>
  )
}
