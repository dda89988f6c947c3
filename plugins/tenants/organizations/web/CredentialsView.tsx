import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { CopyButton } from '#core/web/ui/actions/CopyButton.tsx'
import { DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { usePlatform } from '#core/web/session.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { CreatedOrganization } from '../contract.ts'
import * as styles from './CredentialsView.css.ts'
import { Secrets } from '#core/web/ui/display/Secrets.tsx'
import { organizationAddress } from './subdomainAddress.ts'

interface CredentialsViewProps {
  organization: CreatedOrganization
  credentials: NonNullable<CreatedOrganization['adminCredentials']>
  /** The user tries to close the dialog without Done. */
  isLeaving: boolean
  onStay: () => void
  onDone: () => void
}

/** Credentials with which the new admin signs in, shown this once. */
export function CredentialsView({ organization, credentials, isLeaving, onStay, onDone }: CredentialsViewProps) {
  const { platformDomain, sendsMail } = usePlatform()
  const { href } = organizationAddress(organization.subdomain, platformDomain)
  const { email, tempPassword } = credentials
  const text = `Address: ${href}\nEmail: ${email}\nTemporary password: ${tempPassword}`
  return (
    <>
      <DialogBody>
        <Banner tone="warn" title="Copy these credentials now">
          The password is shown this once and cannot be read again. It works for 7 days, and the first sign-in asks for
          a new one.{!sendsMail && ' Not sent: no mail server. Give it to them yourself.'}
        </Banner>
        <Secrets
          label="Admin credentials"
          entries={[
            { label: 'Address', value: href },
            { label: 'Email', value: email },
            { label: 'Temporary password', value: tempPassword, isSecret: true },
          ]}
        />
      </DialogBody>
      {isLeaving ? (
        <DialogFooter>
          <div className={styles.question} role="alert">
            <span className={styles.questionText}>Close without the password? Only a reset gives a new one.</span>
            <span className={styles.answers}>
              <Button size="small" autoFocus onPress={onStay}>
                Keep open
              </Button>
              <Button size="small" variant="danger" onPress={onDone}>
                Close anyway
              </Button>
            </span>
          </div>
        </DialogFooter>
      ) : (
        <DialogFooter>
          <CopyButton
            text={text}
            label="Copy Credentials"
            onCopied={() => notify({ title: 'Copied!', description: `Credentials of ${organization.name}` })}
          />
          <Button variant="primary" onPress={onDone}>
            Done
          </Button>
        </DialogFooter>
      )}
    </>
  )
}
