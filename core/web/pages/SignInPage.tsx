import { useState } from 'react'
import { t } from '../text.ts'
import { usePlatform } from '../session.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Tabs } from '../ui/layout/Tabs.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { CreateAccount } from './CreateAccount.tsx'
import { SignInForm } from './SignInForm.tsx'

interface SignInPageProps {
  /** Set when the hand-over of a user from the platform's host to this one failed. */
  isBackFromPlatform: boolean
}

/** Says why people cannot get in after they sign in, while maintenance mode is on. */
function MaintenanceNotice() {
  const { maintenance } = usePlatform()
  if (!maintenance) return null
  return (
    <Banner tone="warn" title={t('Maintenance')}>
      {maintenance.message}
    </Banner>
  )
}

/** The sign-in page of this host: the platform's, or an organization's. It is shown before there is a router. */
export function SignInPage({ isBackFromPlatform }: SignInPageProps) {
  return usePlatform().app === 'platform' ? <PlatformAccess /> : <TenantSignIn {...{ isBackFromPlatform }} />
}

function PlatformAccess() {
  const [tab, setTab] = useState<'sign-in' | 'create-account'>('sign-in')
  return (
    <AuthLayout title={t('Platform Access')} subtitle={t('Sign in to manage your educational platform')}>
      <MaintenanceNotice />
      <Tabs
        label={t('Sign in or create an account')}
        isFilled
        selected={tab}
        onChange={setTab}
        tabs={[
          { id: 'sign-in', label: t('Sign In'), content: <SignInForm /> },
          {
            id: 'create-account',
            label: t('Create Account'),
            content: <CreateAccount showSignIn={() => setTab('sign-in')} />,
          },
        ]}
      />
    </AuthLayout>
  )
}

function TenantSignIn({ isBackFromPlatform }: SignInPageProps) {
  const { tenant } = usePlatform()
  return (
    <AuthLayout title={t('Welcome Back')} subtitle={tenant && t('Sign in to {name}', { name: tenant.name })}>
      <MaintenanceNotice />
      {isBackFromPlatform && (
        <Banner tone="warn" title={t('You could not be signed in automatically')}>
          {t('It took too long, or was tried twice. Please sign in here.')}
        </Banner>
      )}
      <SignInForm />
    </AuthLayout>
  )
}
