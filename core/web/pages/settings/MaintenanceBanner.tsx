import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#core/web/links.ts'
import { platformQuery, usePlatform } from '#core/web/session.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'

/** Milliseconds between looks whether the platform is still held: that ends by itself. */
const POLL_INTERVAL_MS = 5000

/** Reminds super admins on every page that other users cannot work. */
export function MaintenanceBanner() {
  const { app, maintenance } = usePlatform()
  useQuery({ ...platformQuery, refetchInterval: maintenance?.isHeld ? POLL_INTERVAL_MS : false })
  if (!maintenance) return null
  if (maintenance.isHeld) {
    return (
      <Banner tone="warn" title="Nothing can be changed at the moment">
        Everyone except super admins sees: “{maintenance.message}” It ends by itself.
      </Banner>
    )
  }
  return (
    <Banner
      tone="warn"
      title="Maintenance mode is on"
      action={app === 'platform' && <PageLink to="/settings/maintenance">Maintenance settings</PageLink>}
    >
      Everyone except super admins sees your message.
    </Banner>
  )
}
