import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { invitationAcceptance, invitationsContract, type OpenInvitation } from '#core/contract/invitations.ts'
import { roleNames } from '#core/contract/roles.ts'
import { t } from '../text.ts'
import { createClient } from '../client.ts'
import { PageLink } from '../links.ts'
import { beginSession } from '../session.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { errorText } from '../ui/feedback/errorText.ts'
import { notify } from '../ui/feedback/notificationQueue.ts'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Form, SubmitButton } from '../ui/forms/Form.tsx'
import { FormTextField } from '../ui/forms/FormTextField.tsx'
import { useContractForm } from '../ui/forms/contractForm.ts'
import * as styles from './AuthLayout.css.ts'
import { AuthLayout } from './AuthLayout.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'

const route = getRouteApi('/public/invitation')
const invitationsApi = createClient(invitationsContract)

/** Target of an invitation's link: the invited person opens the account and is signed in. */
export function InvitationPage() {
  const { token } = route.useSearch()
  if (token === undefined) {
    return (
      <InvitationLayout>
        <Banner tone="error">{t('This link is incomplete. Open it from the email again.')}</Banner>
      </InvitationLayout>
    )
  }
  return <Invitation token={token} />
}

function Invitation({ token }: { token: string }) {
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => invitationsApi.readInvitation.call({ body: { token } }),
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (invitation.isPending) {
    return (
      <InvitationLayout>
        <Skeleton height={320} />
      </InvitationLayout>
    )
  }
  if (invitation.isError) {
    return (
      <InvitationLayout>
        <Banner tone="error">{errorText(invitation.error)}</Banner>
      </InvitationLayout>
    )
  }
  const { tenantName, role, email } = invitation.data
  return (
    <AuthLayout
      title={t('Welcome to {tenantName}', { tenantName })}
      subtitle={t('You are invited as {email} ({role}). Choose a password to open your account.', {
        email,
        role: roleNames[role],
      })}
    >
      <AcceptForm token={token} invitation={invitation.data} />
    </AuthLayout>
  )
}

function InvitationLayout({ children }: { children: React.ReactNode }) {
  return (
    <AuthLayout title={t('Your invitation')}>
      {children}
      <div className={styles.below}>
        <PageLink to="/auth">{t('Go to sign-in')}</PageLink>
      </div>
    </AuthLayout>
  )
}

function AcceptForm({ token, invitation }: { token: string; invitation: OpenInvitation }) {
  const queryClient = useQueryClient()
  const navigate = route.useNavigate()
  const { firstName, lastName, tenantName } = invitation
  const name = `${firstName} ${lastName}`.trim()
  const form = useContractForm(invitationAcceptance, {
    defaultValues: { token, calledName: firstName, password: '', confirmPassword: '' },
    submit: async (body) => {
      beginSession(queryClient, await invitationsApi.acceptInvitation.call({ body }))
      await navigate({ to: '/' })
      notify({ title: t('Welcome to {tenantName}', { tenantName }), description: t('Your account is open.') })
    },
  })
  return (
    <Form form={form} aria-label={t('Open your account')}>
      <p>{t('{tenantName} has you on record as {name}. Ask them to change it.', { tenantName, name })}</p>
      <FormTextField
        name="calledName"
        label={t('Preferred name')}
        help={t('Shown on your screens and in emails to you.')}
        autoComplete="nickname"
      />
      <NewPasswordFields />
      <SubmitButton size="large" fullWidth>
        {t('Open account')}
      </SubmitButton>
    </Form>
  )
}
