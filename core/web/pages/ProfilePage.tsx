import { useQueryClient } from '@tanstack/react-query'
import { passwordChange } from '#core/contract/identity.ts'
import { roleNames } from '#core/contract/roles.ts'
import { t } from '../text.ts'
import { profileSections } from '../slots.ts'
import { identityApi, sessionQuery, useUser } from '../session.ts'
import { Contributions } from '../shell/Contributions.tsx'
import { Badge } from '../ui/display/Badge.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { Form, FormActions, SubmitButton } from '../ui/forms/Form.tsx'
import { FormPasswordField } from '../ui/forms/FormTextField.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { useContractForm } from '../ui/forms/contractForm.ts'
import { notify } from '../ui/feedback/notificationQueue.ts'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { OwnName } from './OwnName.tsx'
import { SignedInDevices } from './SignedInDevices.tsx'
import { SecondFactors } from './second-factor/SecondFactors.tsx'

/** The user's own name, password and devices. */
export function ProfilePage() {
  const { email, username, role } = useUser()
  return (
    <Page
      title={t('Your profile')}
      help={t('Signed in as {email}', { email: email ?? username })}
      actions={<Badge tone="accent">{roleNames[role]}</Badge>}
      isNarrow
    >
      <Card title={t('Name')}>
        <OwnName />
      </Card>
      <Card title={t('Password')} help={t('Changing it signs you out on your other devices.')}>
        <PasswordForm />
      </Card>
      <Card title={t('Two-step verification')} help={t('Adds a second step when you sign in.')}>
        <SecondFactors />
      </Card>
      <Contributions to={profileSections} fallback={<Skeleton height={176} />} />
      <Card title={t('Signed-in devices')} help={t('Sign out what you do not know or no longer use.')}>
        <SignedInDevices />
      </Card>
    </Page>
  )
}

const emptyPasswords = { currentPassword: '', password: '', confirmPassword: '' }

function PasswordForm() {
  const queryClient = useQueryClient()
  const form = useContractForm(passwordChange, {
    defaultValues: emptyPasswords,
    submit: async (body) => {
      queryClient.setQueryData(sessionQuery.queryKey, await identityApi.changePassword.call({ body }))
      void queryClient.invalidateQueries({ queryKey: identityApi.listDevices.key() })
      form.form.reset(emptyPasswords)
      notify({ title: t('Password changed'), description: t('Your other devices were signed out.') })
    },
  })
  return (
    <Form form={form} aria-label={t('Password')}>
      <FormPasswordField name="currentPassword" label={t('Current password')} autoComplete="current-password" />
      <NewPasswordFields label={t('New password')} />
      <FormActions>
        <SubmitButton>{t('Change password')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
