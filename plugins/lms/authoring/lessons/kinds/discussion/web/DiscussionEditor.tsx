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
  none: 'None: posts are visible immediately',
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
          help="Required in addition to the learner’s own post."
          minValue={0}
          maxValue={20}
          value={details.replies}
          onChange={(replies) => set({ replies: replies ?? 0 })}
          error={errors['replies']}
        />
        <Switch
          label="Post first"
          help="Learners see others’ posts after writing their own."
          isSelected={details.postFirst}
          onChange={(postFirst) => set({ postFirst })}
        />
        <RadioGroup
          label="Review before publishing"
          options={moderations.map((id) => ({ id, label: moderationLabels[id] }))}
          value={details.moderation}
          onChange={(moderation) => set({ moderation })}
        />
        <AddressField
          label="Discussion URL"
          help="Address of an external discussion"
          contentUrl={contentUrl}
          onChangeUrl={onChangeUrl}
          errors={errors}
        />
      </Stack>
    </Card>
  )
}
