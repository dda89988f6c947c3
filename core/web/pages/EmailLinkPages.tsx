import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
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
    token === undefined ? 'This link is incomplete. Open it from the email again.' : error && errorText(error)
  return (
    <AuthLayout title={title} subtitle={subtitle}>
      {done !== undefined && <Banner tone="success">{done}</Banner>}
      {refusal && <Banner tone="error">{refusal}</Banner>}
      {token !== undefined && done === undefined && error === null && (
        <Button variant="primary" size="large" fullWidth autoFocus isPending={isPending} onPress={() => onAct(token)}>
          {label}
        </Button>
      )}
      <PageLink to="/auth">Sign in</PageLink>
    </AuthLayout>
  )
}

const unsubscribeRoute = getRouteApi('/public/email/unsubscribe')

export function EmailUnsubscribePage() {
  const { token } = unsubscribeRoute.useSearch()
  const name = usePlatform().tenant?.name ?? 'this sender'
  const act = useMutation(emailApi.unsubscribe.mutation())
  return (
    <LinkedAct
      title="Unsubscribe"
      subtitle={`Email of this kind from ${name}`}
      label="Unsubscribe"
      token={token}
      error={act.error}
      isPending={act.isPending}
      done={
        act.isSuccess
          ? `You get no more email of this kind from ${name}. You still find it under Messages, choose notifications on your devices in your profile, and get email about your account.`
          : undefined
      }
      onAct={(known) => act.mutate({ query: { token: known } })}
    />
  )
}

const replyRoute = getRouteApi('/public/email/reply-address')

export function ReplyAddressPage() {
  const { token } = replyRoute.useSearch()
  const name = usePlatform().tenant?.name ?? 'the organization'
  const act = useMutation(emailApi.confirmReplyAddress.mutation())
  return (
    <LinkedAct
      title="Confirm reply address"
      subtitle={`Replies to email from ${name} will come to your address.`}
      label="Confirm"
      token={token}
      error={act.error}
      isPending={act.isPending}
      done={act.data && `Replies to email from ${name} now go to ${act.data.replyTo}.`}
      onAct={(known) => act.mutate({ body: { token: known } })}
    />
  )
}
