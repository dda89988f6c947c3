import { countText } from '#core/contract/count-text.ts'
import { notedEntries } from '#core/web/unsentEntries.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'

/** Says how many acts at the door other users have left on this device; they stay sealed. */
export function OthersDoor({ userIds }: { userIds: readonly string[] }) {
  const count = userIds.reduce((sum, id) => sum + notedEntries('door', id).count, 0)
  return (
    <Banner>
      Another user has {countText(count, 'unsent door entry', 'unsent door entries')} on this device. They are sent when
      that user signs in.
    </Banner>
  )
}
