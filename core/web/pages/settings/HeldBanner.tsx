import { useMutation, useQuery } from '@tanstack/react-query'
import { PageLink } from '#core/web/links.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { mailApi } from './client.ts'
import { settingsApi } from '#core/web/settingsQuery.ts'
import { useSettings } from './useSettings.ts'

/** Shows the number of held messages, and sends them once there is a mail server. */
export function HeldBanner() {
  const { data: settings } = useSettings()
  const overview = useQuery({ ...settingsApi.systemOverview(), refetchOnMount: 'always' })
  const release = useMutation(
    mailApi.releaseHeldMail.mutation({
      touches: [mailApi.listMailMessages.key(), settingsApi.systemOverview.key()],
      onSuccess: ({ released }) =>
        notify({ title: 'Released', description: `${countText(released)} on the way from now on.` }),
      onError: (error) => notify({ title: 'Nothing was sent', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const held = overview.data?.mail.held ?? 0
  if (!settings || held === 0) return null
  if (!settings.mailHost) {
    return (
      <Banner
        tone="warn"
        title={`${countText(held)} held`}
        action={<PageLink to="/settings/email">Set up a mail server</PageLink>}
      >
        There is no mail server to send with. People are waiting for their passwords and links.
      </Banner>
    )
  }
  return (
    <Banner
      title={`${countText(held)} held`}
      action={
        <Button size="small" isPending={release.isPending} onPress={() => release.mutate()}>
          Send all held
        </Button>
      }
    >
      They were written while there was no mail server. Links and passwords in old ones may have expired.
    </Banner>
  )
}

const countText = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'message is' : 'messages are'}`
