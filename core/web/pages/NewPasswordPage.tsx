import { useQueryClient } from '@tanstack/react-query'
import { passwordChange } from '#core/contract/identity.ts'
import { identityApi, sessionQuery } from '../session.ts'
import { useSignOut } from '../shell/signOut.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Form, SubmitButton } from '../ui/forms/Form.tsx'
import { FormPasswordField } from '../ui/forms/FormTextField.tsx'
import { useContractForm } from '../ui/forms/contractForm.ts'
import { notify } from '../ui/feedback/notificationQueue.ts'
import { AuthLayout } from './AuthLayout.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'

/** Shown instead of every page to people whose temporary password is still to be replaced. */
export function NewPasswordPage() {
  const queryClient = useQueryClient()
  const signOut = useSignOut()
  const form = useContractForm(passwordChange, {
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
    submit: async (values) => {
      const user = await identityApi.changePassword.call({ body: values })
      queryClient.setQueryData(sessionQuery.queryKey, user)
      notify({ title: 'Password changed', description: 'From now on, sign in with your new password.' })
    },
  })
  return (
    <AuthLayout
      title="Choose a new password"
      subtitle="You signed in with a temporary password. Choose one that only you know to go on."
    >
      <Form form={form} aria-label="Choose a new password">
        <FormPasswordField
          name="currentPassword"
          label="Temporary password"
          autoComplete="current-password"
          autoFocus
        />
        <NewPasswordFields label="New password" />
        <SubmitButton size="large" fullWidth>
          Save password and go on
        </SubmitButton>
      </Form>
      <Button variant="quiet" isPending={signOut.isPending} onPress={() => signOut.mutate()}>
        Sign Out
      </Button>
    </AuthLayout>
  )
}
