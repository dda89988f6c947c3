import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { identityContract } from '#core/contract/identity.ts'
import { t } from '../text.ts'
import { PageLink, PageLinkButton } from '../links.ts'
import { identityApi, usePlatform } from '../session.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { Form, SubmitButton } from '../ui/forms/Form.tsx'
import { FormTextField } from '../ui/forms/FormTextField.tsx'
import { useContractForm } from '../ui/forms/contractForm.ts'
import { errorText } from '../ui/feedback/errorText.ts'
import * as styles from './AuthLayout.css.ts'
import { AuthLayout } from './AuthLayout.tsx'

const route = getRouteApi('/public/verify-email')

/**
 * Target of the link in the email. A button, since mailboxes that open links to check them would verify any address.
 */
export function VerifyEmailPage() {
  const { token } = route.useSearch()
  const verify = useMutation(identityApi.verifyEmail.mutation())
  if (verify.isSuccess) {
    return (
      <AuthLayout title={t('Verify your address')}>
        <Banner tone="success">{verify.data.message}</Banner>
        <PageLinkButton variant="primary" size="large" fullWidth to="/auth">
          {t('Sign In')}
        </PageLinkButton>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={t('Verify your address')} subtitle={t('This confirms that the email address is yours.')}>
      {token && !verify.isError ? (
        <Button
          variant="primary"
          size="large"
          fullWidth
          autoFocus
          isPending={verify.isPending}
          onPress={() => verify.mutate({ body: { token } })}
        >
          {t('Verify email address')}
        </Button>
      ) : (
        <>
          <Banner tone="error">
            {verify.isError ? errorText(verify.error) : t('This link is incomplete. Open it from the email again.')}
          </Banner>
          <NewLinkForm />
        </>
      )}
      <div className={styles.below}>
        <PageLink to="/auth">{t('Back to sign-in')}</PageLink>
      </div>
    </AuthLayout>
  )
}

function NewLinkForm() {
  const { sendsMail } = usePlatform()
  const [answer, setAnswer] = useState<string>()
  const form = useContractForm(identityContract.sendVerification.body, {
    defaultValues: { email: '' },
    submit: async (body) => setAnswer((await identityApi.sendVerification.call({ body })).message),
  })
  if (answer) return <Banner tone={sendsMail ? 'success' : 'warn'}>{answer}</Banner>
  return (
    <Form form={form} aria-label={t('Send the link again')}>
      <FormTextField name="email" label={t('Email')} type="email" autoComplete="username" autoFocus />
      <SubmitButton size="large" fullWidth>
        {t('Send the link again')}
      </SubmitButton>
    </Form>
  )
}
