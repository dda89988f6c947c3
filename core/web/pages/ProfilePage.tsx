import { useQueryClient } from '@tanstack/react-query'
import { passwordChange } from '#core/contract/identity.ts'
import { roleNames } from '#core/contract/roles.ts'
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
      title="Your profile"
      help={`Signed in as ${email ?? username}`}
      actions={<Badge tone="accent">{roleNames[role]}</Badge>}
      isNarrow
    >
      <Card title="Name">
        <OwnName />
      </Card>
      <Card title="Password" help="Changing it signs you out on your other devices.">
        <PasswordForm />
      </Card>
      <Card title="Two-step verification" help="Adds a second step when you sign in.">
        <SecondFactors />
      </Card>
      <Contributions to={profileSections} fallback={<Skeleton height={176} />} />
      <Card title="Signed-in devices" help="Sign out what you do not know or no longer use.">
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
      notify({ title: 'Password changed', description: 'Your other devices were signed out.' })
    },
  })
  return (
    <Form form={form} aria-label="Password">
      <FormPasswordField name="currentPassword" label="Current password" autoComplete="current-password" />
      <NewPasswordFields label="New password" />
      <FormActions>
        <SubmitButton>Change password</SubmitButton>
      </FormActions>
    </Form>
  )
}
