import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { tenantStatuses } from '#core/contract/tenancy.ts'
import type { TenantStatus } from '#core/contract/tenancy.ts'
import { ApiError } from '#core/web/apiError.ts'
import { usePlatform } from '#core/web/session.ts'
import { serverMessage } from '#core/web/serverMessage.ts'
import { Banner } from '#core/web/ui/Banner.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Dialog, DialogForm } from '#core/web/ui/Dialog.tsx'
import { SubmitButton } from '#core/web/ui/Form.tsx'
import { FormSelect } from '#core/web/ui/FormFields.tsx'
import { FormTextField } from '#core/web/ui/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/contractForm.ts'
import { errorText } from '#core/web/ui/errorText.ts'
import { notify } from '#core/web/ui/notificationQueue.ts'
import { organizationChange } from '#plugins/tenants/contract.ts'
import type { Organization } from '#plugins/tenants/contract.ts'
import * as styles from './OrganizationDialogs.css.ts'
import type { OrganizationDialogProps } from './OrganizationDialogs.ts'
import { PlanNote } from './PlanNote.tsx'
import { tenantsApi, touched } from './client.ts'
import { statusWords } from './organizationWords.ts'
import { organizationAddress } from './subdomainAddress.ts'

const statusOptions = tenantStatuses.map((id) => ({ id, ...statusWords[id] }))

export function EditOrganizationDialog({ organization, isOpen, onOpenChange }: OrganizationDialogProps) {
  return (
    <Dialog title="Edit Organization" help={organization.name} isOpen={isOpen} onOpenChange={onOpenChange}>
      <EditOrganizationForm organization={organization} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const editable = ({ name, adminEmail, subdomain, status }: Organization) => ({ name, adminEmail, subdomain, status })

const isOutdated = (error: unknown) => error instanceof ApiError && error.code === 'tenants.changed'

interface EditOrganizationFormProps {
  organization: Organization
  onDone: () => void
}

function EditOrganizationForm({ organization, onDone }: EditOrganizationFormProps) {
  const [known, setKnown] = useState(organization)
  const [conflict, setConflict] = useState<string>()
  const update = useMutation(tenantsApi.updateTenant.mutation({ touches: touched }))
  const form = useContractForm(organizationChange, {
    defaultValues: editable(organization),
    submit: async (changes) => {
      setConflict(undefined)
      try {
        const body = { ...changes, updatedAt: known.updatedAt }
        const { name } = await update.mutateAsync({ params: { id: known.id }, body })
        notify({ title: 'Organization Updated', description: name })
        onDone()
      } catch (error) {
        const description = serverMessage(error, 'Failed to update organization. Please try again.')
        notify({ title: 'Update Failed', description, tone: 'destructive' })
        if (!isOutdated(error)) throw error
        setConflict(description)
      }
    },
  })
  const reload = async () => {
    try {
      const current = await tenantsApi.getTenant.call({ params: { id: known.id } })
      setKnown(current)
      setConflict(undefined)
      form.form.reset(editable(current))
    } catch (error) {
      setConflict(errorText(error))
    }
  }
  return (
    <DialogForm form={form} submit={<SubmitButton isDisabled={conflict !== undefined}>Save changes</SubmitButton>}>
      {conflict && (
        <Banner
          tone="warn"
          title="Somebody else changed this organization"
          action={
            <Button size="small" onPress={() => void reload()}>
              Load their version
            </Button>
          }
        >
          {conflict} What you changed here is then lost.
        </Banner>
      )}
      <FormTextField name="name" label="Organization name" autoComplete="off" />
      <FormTextField name="adminEmail" label="Admin e-mail" type="email" autoComplete="off" />
      <AddressField former={known.subdomain} />
      <StatusField former={known.status} />
      <PlanNote plan={known.plan} />
    </DialogForm>
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
      help={isClosing ? 'Saving signs everyone of it out at once.' : undefined}
    />
  )
}
