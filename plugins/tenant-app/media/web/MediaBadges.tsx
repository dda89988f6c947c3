import { Badge } from '#core/web/ui/display/Badge.tsx'
import type { Media } from '../contract.ts'

/** Shows whether families see a file, and what is missing. */
export function MediaBadges({ media }: { media: Media }) {
  const { state, isPublic, isWithheld, studentCount, showsNobody } = media
  if (state === 'deleted') return <Badge>Deleted</Badge>
  return (
    <>
      {state === 'missing' && <Badge tone="red">Not restored</Badge>}
      {isWithheld ? <Badge tone="amber">Held back</Badge> : isPublic && <Badge tone="green">Shared</Badge>}
      {!isWithheld && studentCount === 0 && !showsNobody && <Badge>Untagged</Badge>}
    </>
  )
}
