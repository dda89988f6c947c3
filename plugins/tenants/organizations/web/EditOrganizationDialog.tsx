import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { tenantStatuses } from '#core/contract/tenancy.ts'
import type { TenantStatus } from '#core/contract/tenancy.ts'
import { FormAdminReason } from '#core/web/FormAdminReason.tsx'
import { usePlatform } from '#core/web/session.ts'
import { serverMessage } from '#core/web/serverMessage.ts'
import { FormCheckbox, FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { EditDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { organizationChange } from '../contract.ts'
import type { Organization } from '../contract.ts'
import * as styles from './OrganizationDialogs.css.ts'
import type { OrganizationDialogProps } from './OrganizationDialogs.ts'
import { PlanNote } from './PlanNote.tsx'
import { organizationsApi } from './client.ts'
import { touched } from '../../shared/web/touched.ts'
import { contactSignsIn, statusLabels } from './organizationLabels.ts'
import { organizationAddress } from './subdomainAddress.ts'
import { useHasPlans } from './usePlans.ts'

const statusOptions = tenantStatuses.map((id) => ({ id, ...statusLabels[id] }))

export function EditOrganizationDialog({ organization, ...dialog }: OrganizationDialogProps) {
  const update = useMutation(
    organizationsApi.updateTenant.mutation({
      touches: touched,
      onError: (error) =>
        notify({
          title: 'Update Failed',
          description: serverMessage(error, 'Failed to update organization. Please try again.'),
          tone: 'destructive',
        }),
    }),
  )
  return (
    <EditDialog
      {...dialog}
      title="Edit Organization"
      help={organization.name}
      thing={organization}
      schema={organizationChange}
      editable={editable}
      save={(changes, { id, updatedAt }) => update.mutateAsync({ params: { id }, body: { ...changes, updatedAt } })}
      saved={({ name }) => ({ title: 'Organization Updated', description: name })}
      reread={({ id }) => organizationsApi.getTenant.call({ params: { id } })}
      noun="this organization"
    >
      {(known) => (
        <>
          <FormTextField name="name" label="Organization name" autoComplete="off" />
          <AdminEmailField former={known} />
          <AddressField former={known.subdomain} />
          <StatusField former={known.status} />
          <PlanNote plan={known.plan} />
        </>
      )}
    </EditDialog>
  )
}

const editable = ({ name, adminEmail, subdomain, status }: Organization) => ({
  name,
  adminEmail,
  movesAdmin: false,
  words: '',
  subdomain,
  status,
})

/** The contact address, and the choice to change the sign-in of the admin with that address too. */
function AdminEmailField({ former: { adminEmail, adminSignIn } }: { former: Organization }) {
  const next = (useWatch({ name: 'adminEmail' }) as string).trim()
  const movesAdmin = useWatch({ name: 'movesAdmin' }) === true
  const signsIn = contactSignsIn({ adminEmail, adminSignIn })
  const contact = useHasPlans() ? 'The contact for account and billing email.' : 'The contact for account email.'
  return (
    <>
      <FormTextField
        name="adminEmail"
        label="Admin email"
        type="email"
        autoComplete="off"
        help={
          signsIn
            ? contact
            : `${contact} ${adminSignIn ? `The admin signs in with ${adminSignIn}.` : 'No admin signs in.'}`
        }
      />
      {signsIn && next !== adminEmail && (
        <FormCheckbox
          name="movesAdmin"
          label="Also change who signs in"
          help={`The admin who signs in with ${adminEmail} will sign in with the new address, and is signed out everywhere.`}
        />
      )}
      {signsIn && next !== adminEmail && movesAdmin && <FormAdminReason />}
    </>
  )
}

function AddressField({ former }: { former: string }) {
  const { platformDomain } = usePlatform()
  const subdomain = (useWatch({ name: 'subdomain' }) as string).trim().toLowerCase()
  return (
    <FormTextField
      name="subdomain"
      label="Subdomain"
      autoComplete="off"
      spellCheck="false"
      maxLength={50}
      // The suffix is the specification's; the address that works stands below.
      end={<span className={styles.suffix}>.app</span>}
      help={
        <>
          Address:{' '}
          <span className={styles.address}>{organizationAddress(subdomain || former, platformDomain).host}</span>
          {subdomain &&
            subdomain !== former &&
            `. ${former}.${platformDomain} stops working, and everyone has to sign in again.`}
        </>
      }
    />
  )
}

function StatusField({ former }: { former: TenantStatus }) {
  const status = useWatch({ name: 'status' }) as TenantStatus
  const isClosing = status !== former && (status === 'suspended' || status === 'inactive')
  return (
    <FormSelect
      name="status"
      label="Status"
      options={statusOptions}
      help={isClosing ? 'Saving signs out all of its users immediately.' : undefined}
    />
  )
}
