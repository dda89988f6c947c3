import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { t } from '../text.ts'
import { emailApi } from '../emailClient.ts'
import { PageLink } from '../links.ts'
import { usePlatform } from '../session.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'
import { errorText } from '../ui/feedback/errorText.ts'
import { AuthLayout } from './AuthLayout.tsx'

interface ActProps {
  title: string
  subtitle: string
  label: string
  token: string | undefined
  error: Error | null
  isPending: boolean
  /** Text once it is done. */
  done: string | undefined
  onAct: (token: string) => void
}

/** An act by an emailed link. A button, since mailboxes open links to check them. */
function LinkedAct({ title, subtitle, label, token, error, isPending, done, onAct }: ActProps) {
  const refusal =
    token === undefined ? t('This link is incomplete. Open it from the email again.') : error && errorText(error)
  return (
    <AuthLayout title={title} subtitle={subtitle}>
      {done !== undefined && <Banner tone="success">{done}</Banner>}
      {refusal && <Banner tone="error">{refusal}</Banner>}
      {token !== undefined && done === undefined && error === null && (
        <Button variant="primary" size="large" fullWidth autoFocus isPending={isPending} onPress={() => onAct(token)}>
          {label}
        </Button>
      )}
      <PageLink to="/auth">{t('Sign in')}</PageLink>
    </AuthLayout>
  )
}

const unsubscribeRoute = getRouteApi('/public/email/unsubscribe')

export function EmailUnsubscribePage() {
  const { token } = unsubscribeRoute.useSearch()
  const name = usePlatform().tenant?.name ?? t('this sender')
  const act = useMutation(emailApi.unsubscribe.mutation())
  return (
    <LinkedAct
      title={t('Unsubscribe')}
      subtitle={t('Email of this kind from {name}', { name })}
      label={t('Unsubscribe')}
      token={token}
      error={act.error}
      isPending={act.isPending}
      done={
        act.isSuccess
          ? t(
              'You get no more email of this kind from {name}. You still find it under Messages, choose notifications on your devices in your profile, and get email about your account.',
              { name },
            )
          : undefined
      }
      onAct={(known) => act.mutate({ query: { token: known } })}
    />
  )
}

const replyRoute = getRouteApi('/public/email/reply-address')

export function ReplyAddressPage() {
  const { token } = replyRoute.useSearch()
  const name = usePlatform().tenant?.name ?? t('the organization')
  const act = useMutation(emailApi.confirmReplyAddress.mutation())
  return (
    <LinkedAct
      title={t('Confirm reply address')}
      subtitle={t('Replies to email from {name} will come to your address.', { name })}
      label={t('Confirm')}
      token={token}
      error={act.error}
      isPending={act.isPending}
      done={act.data && t('Replies to email from {name} now go to {replyTo}.', { name, replyTo: act.data.replyTo })}
      onAct={(known) => act.mutate({ body: { token: known } })}
    />
  )
}
