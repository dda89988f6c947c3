import { useQuery } from '@tanstack/react-query'
import { CalendarSync } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import { calendarApi } from './client.ts'
import { FeedSection } from './FeedSection.tsx'

/** Opens the dialog with the URLs for calendar programs. */
export function SubscribeButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<CalendarSync size={16} aria-hidden />} onPress={() => setOpen(true)}>
        Subscribe
      </Button>
      <Dialog
        title="Subscribe to the calendar"
        help="Your calendar program shows sessions from an address, and follows every change within hours."
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        <DialogBody>
          <Feeds />
        </DialogBody>
      </Dialog>
    </>
  )
}

function Feeds() {
  const feeds = useQuery(calendarApi.listFeeds())
  if (feeds.error) return <ErrorState error={feeds.error} onRetry={feeds.refetch} />
  if (!feeds.data) return <Skeleton height={160} />
  return (
    <Stack>
      {feeds.data.map((feed) => (
        <FeedSection key={feed.of} feed={feed} />
      ))}
    </Stack>
  )
}
