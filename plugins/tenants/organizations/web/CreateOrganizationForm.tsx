import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { subdomain as subdomainRule, tenantStatuses } from '#core/contract/tenancy.ts'
import { useEmailTexts } from '#core/web/mail.ts'
import { usePlatform } from '#core/web/session.ts'
import { serverMessage } from '#core/web/serverMessage.ts'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { newOrganization } from '../contract.ts'
import type { CreatedOrganization } from '../contract.ts'
import * as styles from './OrganizationDialogs.css.ts'
import { organizationsApi } from './client.ts'
import { touched } from '../../shared/web/touched.ts'
import { statusLabels } from './organizationLabels.ts'
import { organizationAddress, suggestedSubdomain } from './subdomainAddress.ts'
import { usePlanOptions } from './usePlanOptions.ts'
import { useHasPlans } from './usePlans.ts'

const statusOptions = tenantStatuses.map((id) => ({ id, ...statusLabels[id] }))

export function CreateOrganizationForm({ onCreated }: { onCreated: (organization: CreatedOrganization) => void }) {
  const { sendsMail } = useEmailTexts()
  const hasPlans = useHasPlans()
  const create = useMutation(
    organizationsApi.createTenant.mutation({
      touches: touched,
      onError: (error) =>
        notify({
          title: 'Failed to create tenant',
          description: serverMessage(error, 'Please try again.'),
          tone: 'destructive',
        }),
    }),
  )
  return (
    <DialogForm
      schema={newOrganization}
      defaultValues={{ name: '', adminEmail: '', subdomain: '', plan: 'trial', status: 'active' }}
      save={(body) => create.mutateAsync({ body })}
      onSaved={onCreated}
      submit="Create organization"
    >
      <FormTextField name="name" label="Organization name" autoComplete="off" autoFocus />
      <FormTextField
        name="adminEmail"
        label="Admin email"
        type="email"
        autoComplete="off"
        help={
          sendsMail
            ? 'The first admin signs in with it and gets the credentials by email.'
            : 'The first admin signs in with it and gets the credentials from you. Not sent: no mail server.'
        }
      />
      <SubdomainField />
      <FieldRow>
        {hasPlans && <PlanField />}
        <FormSelect name="status" label="Status" options={statusOptions} />
      </FieldRow>
    </DialogForm>
  )
}

function PlanField() {
  const { options, isPending, isError } = usePlanOptions()
  return (
    <FormSelect
      name="plan"
      label="Plan"
      options={options}
      isDisabled={isPending}
      help={
        isError
          ? 'The plans could not be loaded.'
          : !isPending && options.length === 0
            ? 'No plan is active.'
            : undefined
      }
    />
  )
}

/** Optional field: shows the subdomain that the server derives from the name. */
function SubdomainField() {
  const { platformDomain } = usePlatform()
  const [name, typed] = useWatch({ name: ['name', 'subdomain'] }) as [string, string]
  const suggestion = suggestedSubdomain(name)
  const isSuggested = typed.trim() === ''
  const chosen = subdomainRule.safeParse(isSuggested ? suggestion : typed)
  return (
    <FormTextField
      name="subdomain"
      label="Subdomain"
      isOptional
      autoComplete="off"
      spellCheck="false"
      maxLength={50}
      placeholder={suggestion || 'northstar'}
      end={<span className={styles.suffix}>.{platformDomain}</span>}
      help={
        chosen.success ? (
          <>
            Address: <span className={styles.address}>{organizationAddress(chosen.data, platformDomain).host}</span>
            {isSuggested && ', made from the name and numbered if it is taken'}
          </>
        ) : isSuggested ? (
          'Letters and digits. Left empty, it is made from the name.'
        ) : (
          chosen.error.issues[0]?.message
        )
      }
    />
  )
}
