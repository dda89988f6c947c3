import { t } from '../../text.ts'
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
      title={t('Someone else changed {thing}', { thing })}
      action={
        <Button size="small" onPress={onReload}>
          {t('Load their version')}
        </Button>
      }
    >
      {t('{message} Your changes here will be lost.', { message })}
    </Banner>
  )
}
