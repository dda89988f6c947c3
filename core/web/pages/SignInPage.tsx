import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { usePlatform } from '../session.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Tabs } from '../ui/layout/Tabs.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { CreateAccount } from './CreateAccount.tsx'
import { SignInForm } from './SignInForm.tsx'

const route = getRouteApi('/public/auth')

/** The sign-in page of this host: the platform's, or an organization's. */
export function SignInPage() {
  return usePlatform().app === 'platform' ? <PlatformAccess /> : <TenantSignIn />
}

function PlatformAccess() {
  const [tab, setTab] = useState<'sign-in' | 'create-account'>('sign-in')
  return (
    <AuthLayout title="Platform Access" subtitle="Sign in to manage your educational platform">
      <Tabs
        label="Sign in or create an account"
        isFilled
        selected={tab}
        onChange={setTab}
        tabs={[
          { id: 'sign-in', label: 'Sign In', content: <SignInForm /> },
          {
            id: 'create-account',
            label: 'Create Account',
            content: <CreateAccount showSignIn={() => setTab('sign-in')} />,
          },
        ]}
      />
    </AuthLayout>
  )
}

function TenantSignIn() {
  const { tenant } = usePlatform()
  const { arrival } = route.useSearch()
  return (
    <AuthLayout title="Welcome Back" subtitle={tenant && `Sign in to ${tenant.name}`}>
      {arrival === 'failed' && (
        <Banner tone="warn" title="You could not be signed in from the platform’s address">
          It took too long, or was tried twice. Please sign in here.
        </Banner>
      )}
      <SignInForm />
    </AuthLayout>
  )
}
