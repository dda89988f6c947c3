import { useEffect, useState } from 'react'
import { usePlatform } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { browserZone } from '#core/web/ui/fields/browserZone.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Player } from '#core/web/ui/media/Player.tsx'
import { AddressLink } from '../../web/AddressLink.tsx'
import type { KindViewProps, LessonFollower } from '../../web/kindProps.ts'
import { computeHeldTime, JOIN_EARLY_MINUTES, type LiveSessionDetails } from '../contract.ts'

/** Shows when a session is held, in the organization's zone, the link to join, and its recording afterwards. */
export function LiveSessionViewer({
  title,
  details,
  contentUrl,
  minutes,
  follower,
}: KindViewProps<LiveSessionDetails>) {
  const { place, recordingUrl, recordingFileId } = details
  const zone = usePlatform().tenant?.timeZone ?? browserZone()
  const held = computeHeldTime(details, minutes)
  return (
    <Stack>
      <Card title="Live session">
        <Stack>
          <Facts
            facts={[
              ['Begins', held ? <DateTime key="start" value={new Date(held.from)} zone={zone} /> : 'Not decided yet'],
              ...(held
                ? ([
                    ['Ends', <DateTime key="end" value={new Date(held.until)} zone={zone} />],
                    ['Time zone', zone.replaceAll('_', ' ')],
                  ] as const)
                : []),
              ...(place ? [['Place', place] as const] : []),
            ]}
          />
          {follower && held ? (
            <Joining contentUrl={contentUrl} held={held} follower={follower} />
          ) : (
            <AddressLink href={contentUrl}>Join</AddressLink>
          )}
          <AddressLink href={recordingUrl}>Watch the recording</AddressLink>
        </Stack>
      </Card>
      {recordingFileId && (
        <Player
          kind="video"
          url={`/api/files/${recordingFileId}`}
          title={`Recording of ${title}`}
          startAt={follower?.place}
          onWatched={follower?.onWatched}
        />
      )}
    </Stack>
  )
}

interface JoiningProps {
  contentUrl: string
  held: NonNullable<ReturnType<typeof computeHeldTime>>
  follower: LessonFollower
}

/** Milliseconds between two checks whether learners can join. */
const TICK_INTERVAL_MS = 10_000

function Joining({ contentUrl, held, follower }: JoiningProps) {
  const [now, setNow] = useState(() => Date.now())
  const [hasJoined, setJoined] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  if (now > held.until) return <p>The session is over.</p>
  if (contentUrl === '') return <p>Come in person: an admin marks attendance.</p>
  if (now < held.opens) return <p>You can join from {JOIN_EARLY_MINUTES} minutes before it begins.</p>
  if (hasJoined) {
    return (
      <>
        <AddressLink href={contentUrl}>Open the meeting again</AddressLink>
        <p role="status">Keep this page open during the meeting to record your attendance.</p>
      </>
    )
  }
  return (
    <Button
      variant="primary"
      onPress={() => {
        setJoined(true)
        follower.onJoin()
        window.open(contentUrl, '_blank', 'noopener,noreferrer')
      }}
    >
      Join
    </Button>
  )
}
