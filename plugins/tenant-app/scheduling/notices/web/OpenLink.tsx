import type { ApiError } from '#core/web/apiError.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'

interface OpenLinkProps {
  token: string | undefined
  error: ApiError | null
  isPending: boolean
  onOpen: (token: string) => void
}

/** Opens what an emailed link is for by a button, since mailboxes open links to check them. */
export function OpenLink({ token, error, isPending, onOpen }: OpenLinkProps) {
  if (token === undefined) {
    return <Banner tone="error">This link is incomplete. Open it from the email again.</Banner>
  }
  return (
    <>
      {error && <Banner tone="error">{errorText(error)}</Banner>}
      {error?.status !== 404 && (
        <Button variant="primary" size="large" fullWidth autoFocus isPending={isPending} onPress={() => onOpen(token)}>
          Continue
        </Button>
      )}
    </>
  )
}
