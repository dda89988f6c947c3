import { Suspense, lazy } from 'react'
import { usePlatform } from '../session.ts'
import * as styles from './AuthLayout.css.ts'

const RegistrationForm = lazy(async () => ({ default: (await import('./RegistrationForm.tsx')).RegistrationForm }))

/** Explains sign-up by invitation, unless the platform's settings let organizations register themselves. */
export function CreateAccount({ showSignIn }: { showSignIn: () => void }) {
  const { selfRegistration } = usePlatform()
  if (!selfRegistration) return <ByInvitation />
  return (
    <Suspense>
      <RegistrationForm showSignIn={showSignIn} />
    </Suspense>
  )
}

function ByInvitation() {
  return (
    <div className={styles.invitation}>
      <h2 className={styles.invitationTitle}>Account Creation by Invitation Only</h2>
      <p className={styles.invitationText}>
        New accounts are created when organizations receive admin credentials from the platform administrator.
      </p>
      <p className={styles.invitationText}>
        Organization admins receive login credentials by email once the organization is set up.
      </p>
    </div>
  )
}
