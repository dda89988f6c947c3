import { useInfiniteQuery } from '@tanstack/react-query'
import { Images } from 'lucide-react'
import { filesApi, thumbnailUrl } from '#core/web/files.ts'
import { useUser } from '#core/web/session.ts'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { MediaGallery } from '#core/web/ui/media/MediaGallery.tsx'
import { ShowMore } from '#core/web/ui/lists/ShowMore.tsx'
import { useZone } from '../../shared/web/zone.ts'
import type { SharedMedia as Shared } from '../contract.ts'
import { mediaApi } from './client.ts'

/** Number of files on a page: few enough for a phone. */
const PAGE_SIZE = 12

interface SharedMediaProps {
  studentId: string
  /** Audience: 'the family of Ada', 'you'. */
  whom: string
}

/**
 * Shows media shared with the family of one child: media with it, and those of its sessions. Platform staff use the media
 * library.
 */
export function SharedMedia(props: SharedMediaProps) {
  return useUser().role === 'superadmin' ? null : <FamilyMedia {...props} />
}

function FamilyMedia({ studentId, whom }: SharedMediaProps) {
  const media = useInfiniteQuery(mediaApi.listSharedMedia.infinite({ query: { studentId }, limit: PAGE_SIZE }))
  const zone = useZone()
  const items = media.data?.rows.map(itemOf)
  return (
    <Card title="Pictures and files" level={3} help={`Shared with ${whom} by the team.`}>
      {!items && media.error && <ErrorState error={media.error} onRetry={media.refetch} isFrameless />}
      {!items && !media.error && <Skeleton height={220} />}
      {items?.length === 0 && (
        <EmptyState icon={<Images size={20} aria-hidden />} title="Nothing has been shared yet">
          Pictures and files from sessions appear here when the team shares them.
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <Stack>
          <MediaGallery
            label={`Pictures and files shared with ${whom}`}
            items={items}
            caption={({ sessionName, createdAt }) => (
              <>
                {sessionName && `${sessionName} · `}
                <DateTime value={createdAt} zone={zone} show="date" />
              </>
            )}
          />
          {media.hasNextPage && (
            <div>
              <ShowMore query={media} />
            </div>
          )}
        </Stack>
      )}
    </Card>
  )
}

const itemOf = ({ id, caption, fileName, fileUrl, fileType, kind, altText, sessionName, createdAt }: Shared) => ({
  id,
  // A caption says more than a camera's file name.
  title: caption.split('\n')[0]?.trim() || fileName,
  mimeType: fileType,
  url: fileUrl,
  saveUrl: filesApi.file.url({ params: { id }, query: { save: '1' } }),
  thumbnailUrl: kind === 'picture' ? thumbnailUrl(fileUrl, 320) : undefined,
  alt: altText,
  sessionName,
  createdAt,
})
