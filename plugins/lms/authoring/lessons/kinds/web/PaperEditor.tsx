import { Switch } from '#core/web/ui/fields/Switch.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { CourseFileField } from '../../../files/web/CourseFileField.tsx'
import { isShownInPage, type Paper } from '../paper-contract.ts'
import { AddressField } from './AddressField.tsx'
import type { KindEditorProps } from './kindProps.ts'
import { toLessonFile } from './lessonFileOf.ts'

/** Edits the document of a lesson: a file, or an address. */
export function PaperEditor({
  noun,
  lesson: { courseId },
  details,
  onChange,
  contentUrl,
  onChangeUrl,
  errors,
}: KindEditorProps<Paper> & { noun: 'document' | 'presentation' }) {
  const { file, isOffered } = details
  return (
    <Stack>
      <CourseFileField
        label={noun === 'document' ? 'Document' : 'Slides'}
        help="A PDF is shown page by page. Files of Word, PowerPoint, Excel and OpenDocument, and texts, are downloaded."
        noun={noun}
        courseId={courseId}
        kind="document"
        value={file}
        onChange={(chosen) => onChange({ ...details, file: toLessonFile(chosen) })}
        error={errors['file'] ?? ''}
      />
      {!file && (
        <AddressField
          label={`Or a link to a ${noun}`}
          help="Opens on its own page."
          contentUrl={contentUrl}
          onChangeUrl={onChangeUrl}
          errors={errors}
        />
      )}
      {file && isShownInPage(file) && (
        <Switch
          label="Offer the download"
          help="Learners can download the file as well as read it."
          isSelected={isOffered}
          onChange={(selected) => onChange({ ...details, isOffered: selected })}
        />
      )}
    </Stack>
  )
}
