import { Banner } from './Banner.tsx'
import { Button } from '../actions/Button.tsx'

export interface ChangedBannerProps {
  /** Noun of the thing that another user has changed: 'plan'. */
  thing: string
  /** Message of the server. */
  message: string
  onReload: () => void
}

/** Shows that another user saved first, and reloads the form with that version. */
export function ChangedBanner({ thing, message, onReload }: ChangedBannerProps) {
  return (
    <Banner
      tone="warn"
      title={`Someone else changed ${thing}`}
      action={
        <Button size="small" onPress={onReload}>
          Load their version
        </Button>
      }
    >
      {message} Your changes here will be lost.
    </Banner>
  )
}
