import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Player } from '#core/web/ui/media/Player.tsx'
import { fileAddress } from '#core/web/ui/rich-text/RichTextView.tsx'
import type { Recording } from '../recording-contract.ts'
import { AddressLink } from './AddressLink.tsx'
import type { KindViewProps } from './kindProps.ts'

/** Renders a video or audio. */
export function RecordingViewer({
  kind,
  title,
  details,
  contentUrl,
  follower,
}: KindViewProps<Recording> & { kind: 'video' | 'audio' }) {
  const { file, captions, transcript, marks } = details
  return (
    <Stack>
      {file && (
        <Player
          kind={kind}
          url={fileAddress(file.id)}
          title={title}
          captions={captions.map((one) => ({ ...one, url: fileAddress(one.file.id) }))}
          transcript={transcript}
          chapters={marks}
          startAt={follower?.place}
          onWatched={follower?.onWatched}
        />
      )}
      {!file && (
        <AddressLink href={contentUrl}>{kind === 'video' ? 'Open the video' : 'Open the recording'}</AddressLink>
      )}
    </Stack>
  )
}
