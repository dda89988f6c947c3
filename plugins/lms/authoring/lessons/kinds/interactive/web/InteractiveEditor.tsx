import { useQuery } from '@tanstack/react-query'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { NumberField } from '#core/web/ui/fields/NumberField.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { wholeNumbers } from '#core/web/ui/fields/typedNumber.ts'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { courseFilesApi } from '../../../../files/web/client.ts'
import { CourseFileField } from '../../../../files/web/CourseFileField.tsx'
import { AddressField } from '../../web/AddressField.tsx'
import type { KindEditorProps } from '../../web/kindProps.ts'
import { toLessonFile } from '../../web/lessonFileOf.ts'
import { MAX_FRAME_HEIGHT, MIN_FRAME_HEIGHT, type InteractiveDetails } from '../contract.ts'

/** Lists ignored parts of a package, before the lesson is saved with it. */
function PackageNotes({ fileId }: { fileId: string }) {
  const file = useQuery(courseFilesApi.getCourseFile({ params: { id: fileId } }))
  const { notes = [], standard = 'html', items = [] } = file.data?.package ?? {}
  if (standard === 'html') return null
  return (
    <Banner tone={notes.length > 0 ? 'warn' : 'info'}>
      {[
        `${standard === 'scorm-2004' ? 'SCORM 2004' : 'SCORM 1.2'}, ${items.length === 1 ? '1 part' : `${items.length} parts`}.`,
        ...notes,
        'Answers to single questions inside the package are not saved.',
      ].join(' ')}
    </Banner>
  )
}

/** Edits interactive content: a package, or an address. */
export function InteractiveEditor({
  lesson: { courseId },
  details,
  onChange,
  contentUrl,
  onChangeUrl,
  errors,
}: KindEditorProps<InteractiveDetails>) {
  const { file, startPage, height } = details
  return (
    <Stack>
      <CourseFileField
        label="Package"
        help="A ZIP of web pages with an index.html, or a SCORM package, up to 512 MB. It runs in a frame of its own."
        noun="package"
        courseId={courseId}
        kind="package"
        value={file}
        onChange={(chosen) =>
          onChange({ ...details, file: toLessonFile(chosen), startPage: chosen?.package?.startPage ?? '' })
        }
        error={errors['file'] ?? ''}
      />
      {file ? (
        <>
          <PackageNotes fileId={file.id} />
          <TextField
            label="Start page"
            isOptional
            help="The page of the package that it begins with; its index.html unless you name another one."
            value={startPage}
            onChange={(page) => onChange({ ...details, startPage: page })}
            error={errors['startPage'] ?? ''}
          />
          <NumberField
            formatOptions={wholeNumbers}
            label="Height in pixels"
            minValue={MIN_FRAME_HEIGHT}
            maxValue={MAX_FRAME_HEIGHT}
            step={20}
            value={height}
            onChange={(pixels) => {
              if (pixels !== null) onChange({ ...details, height: pixels })
            }}
            error={errors['height'] ?? ''}
          />
        </>
      ) : (
        <AddressField
          label="Or a link to interactive content"
          help="Opens on its own page."
          contentUrl={contentUrl}
          onChangeUrl={onChangeUrl}
          errors={errors}
        />
      )}
    </Stack>
  )
}
