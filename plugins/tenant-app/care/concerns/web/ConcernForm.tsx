import { useMutation, useQuery } from '@tanstack/react-query'
import { useFoundOptions } from '#core/web/foundOptions.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormComboBox } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { incidentOfficeApi } from '../../incidents/web/client.ts'
import { newConcern } from '../contract.ts'
import { concernsApi } from './client.ts'

const blank = () => ({
  id: crypto.randomUUID(),
  studentId: null,
  aboutUserId: null,
  said: '',
  seen: '',
  informed: '',
  done: '',
})

/**
 * Form of a concern. The browser stores none of it.
 * @param onRefused called with the contact to call, where nothing was stored
 */
export function ConcernForm({ onRefused }: { onRefused: (contact: string | undefined) => void }) {
  const { comboBox } = useFoundOptions(
    (search) => incidentOfficeApi.listIncidentChildren.page({ query: { search, limit: 20 } }),
    ({ id, name }) => ({ id, label: name }),
  )
  const staff = useQuery(incidentOfficeApi.listFollowUpOwners({ query: { limit: 1000 } }))
  const record = useMutation(
    concernsApi.recordConcern.mutation({
      touches: [concernsApi.listOwnConcerns.key(), concernsApi.listConcerns.key()],
      gcTime: 0,
    }),
  )
  const form = useContractForm(newConcern, {
    defaultValues: blank(),
    submit: async (body) => {
      const { receipt, outsideContact } = await record.mutateAsync({ body })
      onRefused(receipt ? undefined : outsideContact)
      if (!receipt) return
      notify({
        title: `Concern no. ${receipt.number} recorded`,
        description: 'The safeguarding leads are asked to look.',
      })
      form.form.reset(blank())
    },
  })
  return (
    <Form form={form} aria-label="Concern">
      <FormComboBox {...comboBox} name="studentId" label="Child" isOptional placeholder="Search by name" />
      <FormTextField name="said" label="The child’s own words" isOptional multiline rows={3} />
      <FormTextField name="seen" label="What you saw" isOptional multiline rows={3} />
      <FormTextField name="informed" label="People you informed" isOptional />
      <FormTextField name="done" label="What you did" isOptional multiline rows={2} />
      <FormComboBox
        name="aboutUserId"
        label="About a staff member"
        isOptional
        help="It is hidden from this person, also as a lead."
        options={(staff.data ?? []).map(({ id, name }) => ({ id, label: name }))}
      />
      <FormActions>
        <SubmitButton>Record concern</SubmitButton>
      </FormActions>
    </Form>
  )
}
