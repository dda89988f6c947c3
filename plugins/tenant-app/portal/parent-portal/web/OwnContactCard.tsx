import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { usePlatform } from '#core/web/session.ts'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { EditConflict, useEditForm } from '#core/web/ui/forms/EditForm.tsx'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { ownContactChange, type OwnContact } from '../../../base/families/contract.ts'
import { familiesApi } from '../../../base/families/web/client.ts'

/** Edits the guardian's own contact. */
export function OwnContactCard() {
  const { tenant } = usePlatform()
  const contact = useQuery(familiesApi.getOwnContact())
  return (
    <Card
      title="Your contact details"
      help={
        <>
          Only {tenant?.name ?? 'the organization'} sees them, other guardians do not. Your email address is in{' '}
          <TextLink href="/profile">your profile</TextLink>.
        </>
      }
    >
      {contact.error && <ErrorState error={contact.error} onRetry={contact.refetch} isFrameless />}
      {!contact.data && !contact.error && <Skeleton height={220} />}
      {contact.data && <OwnContactForm contact={contact.data} />}
    </Card>
  )
}

function OwnContactForm({ contact }: { contact: OwnContact }) {
  const queryClient = useQueryClient()
  const update = useMutation(familiesApi.updateOwnContact.mutation({ touches: [familiesApi.getOwnContact.key()] }))
  const edit = useEditForm({
    thing: contact,
    schema: ownContactChange,
    editable: ({ phone, address }) => ({ phone, address }),
    save: async (change, { updatedAt }) => {
      const saved = await update.mutateAsync({ body: { ...change, updatedAt } })
      notify({ title: 'Contact details saved' })
      return saved
    },
    reread: () => queryClient.fetchQuery({ ...familiesApi.getOwnContact(), staleTime: 0 }),
  })
  return (
    <Form form={edit.form} aria-label="Your contact details">
      <EditConflict edit={edit} thing="your contact details" />
      <FormTextField name="phone" label="Phone" isOptional autoComplete="tel" inputMode="tel" />
      <FormTextField name="address" label="Address" isOptional multiline autoComplete="street-address" />
      <FormActions>
        <SubmitButton isDisabled={!edit.form.isDirty || edit.conflict !== undefined}>Save contact details</SubmitButton>
      </FormActions>
    </Form>
  )
}
