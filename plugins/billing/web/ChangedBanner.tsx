import { ApiError } from '#core/web/apiError.ts'
import { Banner } from '#core/web/ui/Banner.tsx'
import { Button } from '#core/web/ui/Button.tsx'

/** Whether somebody else was faster: the answer to an `updatedAt` that is not the present one. */
export function isOutdated(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409 && error.code.endsWith('changed')
}

interface ChangedBannerProps {
  /** As in 'Somebody else changed this plan'. */
  thing: string
  message: string
  onReload: () => void
}

/** Says that somebody else was faster, and begins again with what they made of it. */
export function ChangedBanner({ thing, message, onReload }: ChangedBannerProps) {
  return (
    <Banner
      tone="warn"
      title={`Somebody else changed this ${thing}`}
      action={
        <Button size="small" onPress={onReload}>
          Load their version
        </Button>
      }
    >
      {message} What you changed here is then lost.
    </Banner>
  )
}
