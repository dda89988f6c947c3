import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { firstPassword, recordName } from '#core/contract/identity.ts'
import type { User } from '#core/contract/identity.ts'
import { t } from '../text.ts'
import { identityApi, sessionQuery, useSession } from '../session.ts'
import { useSignOut } from '../shell/signOut.ts'
import { Button } from '../ui/actions/Button.tsx'
import { FieldRow, Form, SubmitButton } from '../ui/forms/Form.tsx'
import { FormTextField } from '../ui/forms/FormTextField.tsx'
import { useContractForm } from '../ui/forms/contractForm.ts'
import { notify } from '../ui/feedback/notificationQueue.ts'
import { AuthLayout } from './AuthLayout.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'

/** Shown instead of every page until the user has replaced a temporary password and entered a missing name. */
export function FirstSignInPage() {
  const user = useSession()
  const signOut = useSignOut()
  if (!user) return null
  return (
    <FirstSignIn user={user}>
      <Button variant="quiet" isPending={signOut.isPending} onPress={() => signOut.mutate()}>
        {t('Sign Out')}
      </Button>
    </FirstSignIn>
  )
}

interface FirstSignInProps {
  user: User
  children: ReactNode
}

function FirstSignIn({ user: { mustChangePassword, mustGiveName }, children }: FirstSignInProps) {
  if (!mustChangePassword) {
    return (
      <AuthLayout title={t('What is your name?')} subtitle={t('Others in your organization see it.')}>
        <NameForm />
        {children}
      </AuthLayout>
    )
  }
  return (
    <AuthLayout
      title={mustGiveName ? t('Set up your account') : t('Choose a new password')}
      subtitle={
        mustGiveName
          ? t('Tell us your name, and choose a password that only you know in place of the temporary one.')
          : t('You signed in with a temporary password. Choose one that only you know to go on.')
      }
    >
      <PasswordForm mustGiveName={mustGiveName} />
      {children}
    </AuthLayout>
  )
}

const noName = { firstName: '', lastName: '' }
const noPassword = { password: '', confirmPassword: '' }

function PasswordForm({ mustGiveName }: { mustGiveName: boolean }) {
  const queryClient = useQueryClient()
  const form = useContractForm(firstPassword, {
    defaultValues: mustGiveName ? { ...noName, ...noPassword } : noPassword,
    submit: async (body) => {
      // Users who signed in a while ago enter the temporary password again.
      queryClient.setQueryData(sessionQuery.queryKey, await identityApi.setFirstPassword.call({ body }))
      notify({ title: t('Password changed'), description: t('From now on, sign in with your new password.') })
    },
  })
  return (
    <Form form={form} aria-label={mustGiveName ? t('Set up your account') : t('Choose a new password')}>
      {mustGiveName && <NameFields />}
      <NewPasswordFields label={t('New password')} isFirst={!mustGiveName} />
      <SubmitButton size="large" fullWidth>
        {t('Save and continue')}
      </SubmitButton>
    </Form>
  )
}

function NameForm() {
  const queryClient = useQueryClient()
  const form = useContractForm(recordName, {
    defaultValues: noName,
    submit: async (body) => {
      queryClient.setQueryData(sessionQuery.queryKey, await identityApi.updateProfile.call({ body }))
    },
  })
  return (
    <Form form={form} aria-label={t('What is your name?')}>
      <NameFields />
      <SubmitButton size="large" fullWidth>
        {t('Save and continue')}
      </SubmitButton>
    </Form>
  )
}

function NameFields() {
  return (
    <FieldRow>
      <FormTextField name="firstName" label={t('First name')} autoComplete="given-name" autoFocus />
      <FormTextField name="lastName" label={t('Last name')} autoComplete="family-name" />
    </FieldRow>
  )
}
