import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageLink } from '#core/web/links.ts'
import { AuthLayout } from '#core/web/pages/AuthLayout.tsx'
import { usePlatform } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { MessageText } from './MessageText.tsx'
import { inboxApi } from './client.ts'

const route = getRouteApi('/public/message')

/** Opens a message by a button, since mailboxes that open links to check them would open and acknowledge every message. */
export function LinkedMessagePage() {
  const { token } = route.useSearch()
  const { tenant } = usePlatform()
  const open = useMutation(inboxApi.openLinked.mutation())
  const acknowledge = useMutation(inboxApi.acknowledgeLinked.mutation())
  const refusal = token === undefined ? 'This link is incomplete. Open it from the email again.' : undefined
  const failure = open.error ?? acknowledge.error
  const isAcknowledged = acknowledge.isSuccess || (open.data?.acknowledgedAt ?? null) !== null
  return (
    <AuthLayout title={open.data?.subject ?? 'Message'} subtitle={`From ${tenant?.name ?? 'the organization'}`}>
      {(refusal ?? failure) && <Banner tone="error">{refusal ?? errorText(failure)}</Banner>}
      {token !== undefined && !open.data && open.error?.status !== 404 && (
        <Button
          variant="primary"
          size="large"
          fullWidth
          autoFocus
          isPending={open.isPending}
          onPress={() => open.mutate({ body: { token } })}
        >
          Open message
        </Button>
      )}
      {open.data && <MessageText {...open.data} token={token} />}
      {open.data?.wantsAcknowledgement && isAcknowledged && (
        <Banner tone="success">You have acknowledged this message.</Banner>
      )}
      {token !== undefined && open.data?.wantsAcknowledgement && !isAcknowledged && (
        <Button
          variant="primary"
          size="large"
          fullWidth
          isPending={acknowledge.isPending}
          onPress={() => acknowledge.mutate({ body: { token } })}
        >
          Acknowledge
        </Button>
      )}
      <PageLink to="/messages">All messages</PageLink>
    </AuthLayout>
  )
}
