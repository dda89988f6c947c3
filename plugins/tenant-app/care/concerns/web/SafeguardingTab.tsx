import { useMutation, useQuery } from '@tanstack/react-query'
import { useUser } from '#core/web/session.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { incidentOfficeApi } from '../../incidents/web/client.ts'
import { MAX_LEADS, safeguardingChange, type SafeguardingSettings } from '../contract.ts'
import { concernsApi } from './client.ts'

/** Edits the safeguarding leads and the outside contact. */
export function SafeguardingTab() {
  const isOfOrganization = useUser().role === 'tenant_admin'
  const settings = useQuery({ ...concernsApi.getSafeguarding(), enabled: isOfOrganization })
  if (!isOfOrganization) return <Banner>The platform’s staff has no part in an organization’s safeguarding.</Banner>
  return (
    <Loaded query={settings} height={320}>
      {(data) => <LeadsForm settings={data} />}
    </Loaded>
  )
}

function LeadsForm({ settings }: { settings: SafeguardingSettings }) {
  const staff = useQuery(incidentOfficeApi.listFollowUpOwners({ query: { limit: 1000 } }))
  const update = useMutation(concernsApi.updateSafeguarding.mutation({ touches: [concernsApi.getSafeguarding.key()] }))
  const form = useContractForm(safeguardingChange, {
    defaultValues: { leadIds: settings.leads.map(({ id }) => id), outsideContact: settings.outsideContact },
    submit: async (body) => {
      await update.mutateAsync({ body })
      notify({ title: 'Safeguarding saved' })
    },
  })
  const chosen = form.form.watch('leadIds')
  const error = form.form.formState.errors.leadIds?.message
  return (
    <Card title="Safeguarding" help="Leads alone read concerns. Admins do not, unless they are leads.">
      {!settings.isOn && (
        <Banner tone="warn">Concerns are off until a lead with two-step verification is named.</Banner>
      )}
      <Form form={form} aria-label="Safeguarding">
        <CheckboxGroup
          label="Safeguarding leads"
          help={`Up to ${MAX_LEADS}, each with two-step verification.`}
          error={error}
          options={(staff.data ?? settings.leads).map(({ id, name }) => ({ id, label: name }))}
          value={chosen}
          onChange={(leadIds) => form.form.setValue('leadIds', leadIds, { shouldDirty: true })}
        />
        <FormTextField
          name="outsideContact"
          label="Contact outside of the organization"
          isOptional
          help="Shown where no lead may read a concern: a name and a number to call."
        />
        <FormActions>
          <SubmitButton needsChange>Save changes</SubmitButton>
        </FormActions>
      </Form>
    </Card>
  )
}
