import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Player } from '#core/web/ui/media/Player.tsx'
import { AddressLink } from '../../web/AddressLink.tsx'
import type { KindViewProps } from '../../web/kindProps.ts'
import type { LiveSessionDetails } from '../contract.ts'

export function LiveSessionViewer({ title, details, contentUrl }: KindViewProps<LiveSessionDetails>) {
  const { startsAt, place, recordingUrl, recordingFileId } = details
  return (
    <Stack>
      <Card title="Live session">
        <Stack>
          <Facts
            facts={[
              ['Begins', startsAt ? <DateTime key="start" value={startsAt} /> : 'Not settled yet'],
              ...(place ? [['Place', place] as const] : []),
            ]}
          />
          <AddressLink href={contentUrl}>Join</AddressLink>
          <AddressLink href={recordingUrl}>Watch the recording</AddressLink>
        </Stack>
      </Card>
      {recordingFileId && <Player kind="video" url={`/api/files/${recordingFileId}`} title={`Recording of ${title}`} />}
    </Stack>
  )
}
