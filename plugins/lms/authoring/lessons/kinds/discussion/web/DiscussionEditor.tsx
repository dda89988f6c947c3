import { NumberField } from '#core/web/ui/fields/NumberField.tsx'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import { Switch } from '#core/web/ui/fields/Switch.tsx'
import { wholeNumbers } from '#core/web/ui/fields/typedNumber.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { AddressField } from '../../web/AddressField.tsx'
import type { KindEditorProps } from '../../web/kindProps.ts'
import { moderations, type DiscussionDetails } from '../contract.ts'

const moderationLabels: Record<DiscussionDetails['moderation'], string> = {
  none: 'None: posts are seen at once',
  first: 'The first post of each learner',
  all: 'Every post of learners',
}

export function DiscussionEditor({
  details,
  onChange,
  contentUrl,
  onChangeUrl,
  errors,
}: KindEditorProps<DiscussionDetails>) {
  const set = (change: Partial<DiscussionDetails>) => onChange({ ...details, ...change })
  return (
    <Card title="Discussion">
      <Stack>
        <NumberField
          formatOptions={wholeNumbers}
          label="Replies to others"
          help="Asked for beside a post of one’s own."
          minValue={0}
          maxValue={20}
          value={details.replies}
          onChange={(replies) => set({ replies: replies ?? 0 })}
          error={errors['replies']}
        />
        <Switch
          label="Post first"
          help="Others’ posts are seen once one’s own is there."
          isSelected={details.postFirst}
          onChange={(postFirst) => set({ postFirst })}
        />
        <RadioGroup
          label="Looked at before others see it"
          options={moderations.map((id) => ({ id, label: moderationLabels[id] }))}
          value={details.moderation}
          onChange={(moderation) => set({ moderation })}
        />
        <AddressField
          label="Discussion URL"
          help="Of a place to discuss"
          contentUrl={contentUrl}
          onChangeUrl={onChangeUrl}
          errors={errors}
        />
      </Stack>
    </Card>
  )
}
