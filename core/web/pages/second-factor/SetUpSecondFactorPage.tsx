import { KeyRound, Smartphone } from 'lucide-react'
import { t } from '../../text.ts'
import { passkeysArePossible } from '../../passkeys.ts'
import { useSignOut } from '../../shell/signOut.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { AuthLayout } from '../AuthLayout.tsx'
import { useAddFactor } from './useAddFactor.tsx'

/** Shown instead of every page to super admins who still have to set up the second factor that the settings require. */
export function SetUpSecondFactorPage() {
  const signOut = useSignOut()
  const { add, dialogs } = useAddFactor()
  return (
    <AuthLayout
      title={t('Set up two-step verification')}
      subtitle={t(
        'Super admins of this platform sign in with more than a password. It takes a minute, and then you go on.',
      )}
    >
      {passkeysArePossible() && (
        <Button
          variant="primary"
          size="large"
          fullWidth
          icon={<KeyRound size={16} aria-hidden />}
          onPress={() => add('passkey')}
        >
          {t('Add a passkey')}
        </Button>
      )}
      <Button size="large" fullWidth icon={<Smartphone size={16} aria-hidden />} onPress={() => add('app')}>
        {t('Set up an authenticator app')}
      </Button>
      <Button variant="quiet" isPending={signOut.isPending} onPress={() => signOut.mutate()}>
        {t('Sign Out')}
      </Button>
      {dialogs}
    </AuthLayout>
  )
}
