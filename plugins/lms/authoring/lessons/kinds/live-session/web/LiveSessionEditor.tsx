import { DateTimeField } from '#core/web/ui/fields/DateTimeField.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { CourseFileField } from '../../../../files/web/CourseFileField.tsx'
import { AddressField } from '../../web/AddressField.tsx'
import type { KindEditorProps } from '../../web/kindProps.ts'
import type { LiveSessionDetails } from '../contract.ts'

export function LiveSessionEditor({
  lesson,
  details,
  onChange,
  contentUrl,
  onChangeUrl,
  errors,
}: KindEditorProps<LiveSessionDetails>) {
  const set = (change: Partial<LiveSessionDetails>) => onChange({ ...details, ...change })
  return (
    <Card title="Live session" help="Its length is the lesson’s duration.">
      <Stack>
        <DateTimeField
          label="Begins"
          value={details.startsAt}
          onChange={(startsAt) => set({ startsAt })}
          error={errors['startsAt']}
        />
        <TextField
          label="Place"
          isOptional
          help="For learners who come in person"
          value={details.place}
          maxLength={300}
          onChange={(place) => set({ place })}
          error={errors['place']}
        />
        <AddressField
          label="Meeting URL"
          help="Where people join"
          contentUrl={contentUrl}
          onChangeUrl={onChangeUrl}
          errors={errors}
        />
        <TextField
          label="Recording"
          isOptional
          help="Page with the recording, afterwards"
          placeholder="https://"
          value={details.recordingUrl}
          onChange={(recordingUrl) => set({ recordingUrl })}
          error={errors['recordingUrl']}
        />
        <CourseFileField
          courseId={lesson.courseId}
          kind="video"
          label="Recording as a video of the course"
          value={details.recordingFileId ? { id: details.recordingFileId, name: 'The recording' } : null}
          onChange={(file) => set({ recordingFileId: file?.id ?? null })}
        />
      </Stack>
    </Card>
  )
}
