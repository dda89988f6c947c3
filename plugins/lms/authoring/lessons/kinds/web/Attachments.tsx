import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { CourseFileField } from '../../../files/web/CourseFileField.tsx'
import { MAX_ATTACHMENTS, type SubmissionDetails } from '../submission-contract.ts'
import * as styles from './Rubric.css.ts'

interface AttachmentsProps {
  courseId: string
  attachments: SubmissionDetails['attachments']
  onChange: (attachments: SubmissionDetails['attachments']) => void
}

/** Lists the files attached to the brief. */
export function Attachments({ courseId, attachments, onChange }: AttachmentsProps) {
  return (
    <>
      {attachments.map((attachment, index) => (
        <div key={attachment.fileId} className={styles.head}>
          <TextField
            label={`File ${index + 1}`}
            className={styles.wide}
            value={attachment.title}
            maxLength={200}
            onChange={(title) => onChange(attachments.with(index, { ...attachment, title }))}
          />
          <Button
            variant="quiet"
            aria-label={`Remove ${attachment.title || `file ${index + 1}`}`}
            onPress={() => onChange(attachments.toSpliced(index, 1))}
          >
            Remove
          </Button>
        </div>
      ))}
      {attachments.length < MAX_ATTACHMENTS && (
        <CourseFileField
          courseId={courseId}
          kind="document"
          label="Attachments"
          value={null}
          onChange={(file) => {
            if (!file || attachments.some(({ fileId }) => fileId === file.id)) return
            onChange([...attachments, { fileId: file.id, title: file.name.slice(0, 200) }])
          }}
        />
      )}
    </>
  )
}
