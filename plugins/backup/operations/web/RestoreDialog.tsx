import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { usePlatform } from '#core/web/session.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormRadioGroup } from '#core/web/ui/forms/FormFields.tsx'
import { FormPasswordField, FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { restoreRequest } from '../contract.ts'
import type { Backup } from '../contract.ts'
import type { BackupDialogProps } from './BackupDialogProps.ts'
import * as styles from '../../shared/web/BackupPage.css.ts'
import { OperationProgress } from './OperationProgress.tsx'
import { runningOperation } from './backupLabels.ts'

export function RestoreDialog({ backup, acts: { restore }, isOpen, onOpenChange }: BackupDialogProps) {
  const { id, name, tenantName, isEncrypted } = backup
  const work = runningOperation(backup)
  return (
    <FormDialog
      title={tenantName === null ? 'Restore everything?' : `Restore ${tenantName}?`}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      schema={restoreForm(name)}
      defaultValues={{ name: '', passphrase: '', target: 'replace', subdomain: '' }}
      save={(body) => restore.mutateAsync({ params: { id }, body })}
      submit={<SubmitButton variant="danger">Restore</SubmitButton>}
    >
      {tenantName === null ? <EverythingIsReplaced backup={backup} /> : <OrganizationTarget backup={backup} />}
      <FormTextField name="name" label={`Type “${name}” to confirm`} autoComplete="off" spellCheck="false" />
      {isEncrypted && (
        <FormPasswordField
          name="passphrase"
          label="Passphrase"
          isOptional
          autoComplete="off"
          help="Only for an archive of another installation. It is not stored."
        />
      )}
      {work && <OperationProgress operation={work} />}
    </FormDialog>
  )
}

type Target = 'replace' | 'new'

const targets = [
  { id: 'replace' as const, label: 'Replace the organization', description: 'Its current data is lost' },
  { id: 'new' as const, label: 'Restore as a new organization', description: 'Existing data does not change' },
]

/**
 * Form whose values are a request: the subdomain only where a new organization is wanted, the passphrase only if given.
 */
const restoreForm = (name: string) =>
  z
    .object({
      name: restoreRequest.shape.name.refine((typed) => typed === name, 'This is not the name of the backup'),
      passphrase: restoreRequest.shape.passphrase.unwrap(),
      target: z.enum(['replace', 'new']),
      subdomain: z.string(),
    })
    .transform(({ target, subdomain, passphrase, ...request }) => ({
      ...request,
      ...(passphrase !== '' && { passphrase }),
      ...(target === 'new' && { subdomain }),
    }))
    .pipe(restoreRequest)

const people = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'user' : 'users'}`
const organizations = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'organization' : 'organizations'}`

function EverythingIsReplaced({ backup: { timestamp, tenantCount, userCount } }: { backup: Backup }) {
  return (
    <Banner tone="warn" title="Everything on this platform is replaced">
      <ul className={styles.list}>
        <li>
          It returns to its state on <DateTime value={timestamp} />: {organizations(tenantCount)} and{' '}
          {people(userCount)}. Changes since then are lost.
        </li>
        <li>A safety backup of the current data is made first.</li>
        <li>The platform is not available until it is done; users see the maintenance message.</li>
        <li>Afterwards all users are signed out, including you.</li>
      </ul>
    </Banner>
  )
}

function OrganizationTarget({ backup: { tenantName, timestamp, userCount } }: { backup: Backup }) {
  const { platformDomain } = usePlatform()
  const target = useWatch({ name: 'target' }) as Target
  const subdomain = (useWatch({ name: 'subdomain' }) as string).trim().toLowerCase()
  return (
    <>
      <FormRadioGroup<Target> name="target" label="Restore as" options={targets} />
      {target === 'new' ? (
        <FormTextField
          name="subdomain"
          label="Subdomain"
          autoComplete="off"
          spellCheck="false"
          maxLength={50}
          help={`Address: ${subdomain || '…'}.${platformDomain}. Its users sign in there with the passwords that they had then.`}
        />
      ) : (
        <Banner tone="warn" title={`Everything of ${tenantName} is replaced`}>
          <ul className={styles.list}>
            <li>
              It returns to its state on <DateTime value={timestamp} />, with {people(userCount)}. Changes since then
              are lost.
            </li>
            <li>Its users are signed out. Other organizations are not affected.</li>
          </ul>
        </Banner>
      )}
    </>
  )
}
