import { useQuery } from '@tanstack/react-query'
import { sizeText } from '#core/contract/sizes.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { DELETED_DAYS } from '../contract.ts'
import * as styles from './UploadCard.css.ts'
import { mediaApi } from './client.ts'

/** Share of the plan's storage from which users are warned. */
const WARNING_SHARE = 0.9

/** Shows how much of the plan's storage the organization uses. */
export function StorageCard() {
  const storage = useQuery(mediaApi.mediaStorage())
  if (storage.error && !storage.data) {
    return (
      <Banner tone="error" title="The storage could not be read">
        {errorText(storage.error)}
      </Banner>
    )
  }
  if (!storage.data) return <Skeleton height={88} />
  const { used, limit, media, deleted } = storage.data
  const words = limit === null ? `${sizeText(used)} used` : `${sizeText(used)} of ${sizeText(limit)} used`
  const kept = deleted > 0 ? `, of which deleted files take ${sizeText(deleted)} for up to ${DELETED_DAYS} days` : ''
  return (
    <Card>
      {limit !== null && (
        <ProgressBar label="Storage" value={used} max={limit} valueText={words} tone={toneOf(used, limit)} />
      )}
      <p className={styles.help}>
        {limit === null && `${words}. `}Media take {sizeText(media)}
        {kept}.
      </p>
      {limit !== null && used >= limit * WARNING_SHARE && (
        <Banner tone={used > limit ? 'error' : 'warn'}>{warningOf(used, limit)}</Banner>
      )}
    </Card>
  )
}

/** Tone as for the plan's other limits. */
const toneOf = (used: number, limit: number) => (used > limit ? 'red' : used === limit ? 'amber' : 'accent')

function warningOf(used: number, limit: number): string {
  if (used < limit) return 'The plan’s storage is nearly full.'
  const state = used > limit ? `${sizeText(used - limit)} over its limit` : 'full'
  return `The plan’s storage is ${state}. You cannot upload more until files are permanently deleted.`
}
