import { useMutation, useQuery } from '@tanstack/react-query'
import { sizeText } from '#core/contract/sizes.ts'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { newErasure, type ErasureOutlook } from '../../erasures/contract.ts'
import { erasuresApi } from '../../erasures/web/client.ts'
import { touched } from '../../shared/web/touched.ts'
import * as styles from './OrganizationDialogs.css.ts'
import type { OrganizationDialogProps } from './OrganizationDialogs.ts'

/** Polling interval in milliseconds during the erasure. */
const POLL_INTERVAL_MS = 2000

/** Lists deleted and retained data, offers a backup, and asks for the organization's name. */
export function EraseOrganizationDialog({ organization, isOpen, onOpenChange }: OrganizationDialogProps) {
  return (
    <Dialog title={`Erase ${organization.name}?`} isOpen={isOpen} onOpenChange={onOpenChange}>
      <Erasure id={organization.id} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Erasure({ id, onDone }: { id: string; onDone: () => void }) {
  const { data, error, refetch } = useQuery({
    ...erasuresApi.organizationErasureOutlook({ params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.step == null ? false : POLL_INTERVAL_MS),
  })
  if (!data) {
    return (
      <DialogBody>
        {error ? <ErrorState error={error} onRetry={refetch} isFrameless /> : <Skeleton height={240} />}
      </DialogBody>
    )
  }
  if (data.step !== null) {
    return (
      <DialogBody>
        <Banner title="This organization is being erased">{data.step || 'It begins in a moment.'}</Banner>
      </DialogBody>
    )
  }
  if (data.refusal !== null) {
    return (
      <DialogBody>
        <Banner tone="warn" title="It cannot be erased now">
          {data.refusal}
        </Banner>
        <Outlook outlook={data} />
      </DialogBody>
    )
  }
  return <ErasureForm id={id} outlook={data} onDone={onDone} />
}

function Outlook({ outlook: { people, files, fileBytes, rows, invoices, subdomain } }: { outlook: ErasureOutlook }) {
  return (
    <>
      <p>
        Permanently deleted: {people.toLocaleString()} people, {files.toLocaleString()} files ({sizeText(fileBytes)})
        and everything else of the organization:
      </p>
      <ul className={styles.consequences}>
        {rows.map(({ called, count }) => (
          <li key={called}>
            {count.toLocaleString()} {called}
          </li>
        ))}
      </ul>
      <p>These stay:</p>
      <ul className={styles.consequences}>
        {invoices > 0 && <li>{invoices.toLocaleString()} invoices, as the law requires</li>}
        <li>Audit log entries, without names or texts</li>
        <li>Accounts that its users have at other organizations</li>
        <li>Earlier backups, until they are deleted; restoring one brings it back</li>
      </ul>
      <p>Its address {subdomain} is free for others afterwards.</p>
    </>
  )
}

function ErasureForm({ id, outlook, onDone }: { id: string; outlook: ErasureOutlook; onDone: () => void }) {
  const erase = useMutation(
    erasuresApi.eraseTenant.mutation({ touches: [...touched, erasuresApi.listTenantErasures.key()] }),
  )
  return (
    <DialogForm
      schema={newErasure}
      defaultValues={{ name: '' }}
      save={(body) => erase.mutateAsync({ params: { id }, body })}
      saved={{
        title: 'Organization is being erased',
        description: `${outlook.name} will be deleted within a few minutes.`,
      }}
      submit={<SubmitButton variant="danger">Erase Organization</SubmitButton>}
      onSaved={onDone}
    >
      <Banner tone="warn" title="Make a backup of it first">
        This cannot be undone. <TextLink href="/backup">Back up this organization alone</TextLink>, and keep the file
        for as long as you may be asked for it.
      </Banner>
      <Outlook outlook={outlook} />
      <FormTextField name="name" label={`Type “${outlook.name}” to confirm`} autoComplete="off" />
    </DialogForm>
  )
}
