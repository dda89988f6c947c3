import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageLink } from '#core/web/links.ts'
import { AuthLayout } from '#core/web/pages/AuthLayout.tsx'
import { usePlatform } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { digestApi } from './client.ts'

const route = getRouteApi('/public/unsubscribe')

/** Ends the digest by a button: email scanners that open links would otherwise end every digest. */
export function UnsubscribePage() {
  const { token } = route.useSearch()
  const { tenant } = usePlatform()
  const end = useMutation(digestApi.endDigest.mutation())
  const refusal = token === undefined ? 'This link is incomplete. Open it from the email again.' : undefined
  return (
    <AuthLayout title="Weekly digest" subtitle={`Of ${tenant?.name ?? 'the organization'}`}>
      {end.isSuccess && <Banner tone="success">You get no more weekly digests. Other emails are not changed.</Banner>}
      {(refusal ?? end.isError) && <Banner tone="error">{refusal ?? errorText(end.error)}</Banner>}
      {token !== undefined && !end.isSuccess && end.error?.status !== 404 && (
        <Button
          variant="primary"
          size="large"
          fullWidth
          autoFocus
          isPending={end.isPending}
          onPress={() => end.mutate({ query: { token } })}
        >
          Unsubscribe
        </Button>
      )}
      <PageLink to="/parent-portal">Parent portal</PageLink>
    </AuthLayout>
  )
}
