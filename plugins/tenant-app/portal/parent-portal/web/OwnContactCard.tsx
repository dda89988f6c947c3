import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { usePlatform } from '#core/web/session.ts'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { useEditForm } from '#core/web/ui/forms/useEditForm.ts'
import { EditConflict } from '#core/web/ui/forms/EditConflict.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
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
      <Loaded query={contact} height={220} isFrameless>
        {(data) => <OwnContactForm contact={data} />}
      </Loaded>
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
      <EditConflict edit={edit} noun="your contact details" />
      <FormTextField name="phone" label="Phone" isOptional autoComplete="tel" inputMode="tel" />
      <FormTextField name="address" label="Address" isOptional multiline autoComplete="street-address" />
      <FormActions>
        <SubmitButton needsChange>Save contact details</SubmitButton>
      </FormActions>
    </Form>
  )
}
