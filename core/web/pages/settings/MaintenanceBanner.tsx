import { PageLink } from '#core/web/links.ts'
import { usePlatform } from '#core/web/session.ts'
import { Banner } from '#core/web/ui/Banner.tsx'

/** Reminds super admins on every page that nobody else can work. */
export function MaintenanceBanner() {
  const { app, maintenance } = usePlatform()
  if (!maintenance) return null
  return (
    <Banner
      tone="warn"
      title="Maintenance mode is on"
      action={app === 'platform' && <PageLink to="/settings/maintenance">Maintenance settings</PageLink>}
    >
      Everyone but super admins is kept out and reads your message.
    </Banner>
  )
}
