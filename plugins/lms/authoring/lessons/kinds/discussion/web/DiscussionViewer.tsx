import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { AddressLink } from '../../web/AddressLink.tsx'
import type { KindViewProps } from '../../web/kindProps.ts'
import { discussion, type DiscussionDetails } from '../contract.ts'

export function DiscussionViewer({ details, contentUrl }: KindViewProps<DiscussionDetails>) {
  return (
    <Card title="Discussion">
      <Stack>
        <p>{discussion.rule(details)}</p>
        {details.postFirst && <p>Write your own post to see what others wrote.</p>}
        {details.moderation !== 'none' && <p>An instructor reviews posts before others see them.</p>}
        <AddressLink href={contentUrl} />
      </Stack>
    </Card>
  )
}
