import { X } from 'lucide-react'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { CourseFileField } from '../../../files/web/CourseFileField.tsx'
import { MAX_CAPTIONS, type RecordingCaptions } from '../recording-contract.ts'
import * as styles from './kindViews.css.ts'

interface CaptionsFieldsProps {
  courseId: string
  captions: readonly RecordingCaptions[]
  onChange: (captions: RecordingCaptions[]) => void
  errors: Readonly<Record<string, string>>
}

/** Lists the captions of a recording, one file per language. */
export function CaptionsFields({ courseId, captions, onChange, errors }: CaptionsFieldsProps) {
  const change = (place: number, part: Partial<RecordingCaptions>) =>
    onChange(captions.map((one, index) => (index === place ? { ...one, ...part } : one)))
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>Captions</legend>
      <div className={styles.list}>
        {captions.map(({ file, label, language }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- controlled by their place in the list
          <div key={index} className={styles.row}>
            <span className={styles.fileName}>{file.name}</span>
            <TextField
              className={styles.wide}
              label={`Language of captions ${index + 1}`}
              value={label}
              onChange={(changed) => change(index, { label: changed })}
              error={errors[`captions.${index}.label`] ?? ''}
            />
            <TextField
              className={styles.narrow}
              label="Code"
              value={language}
              onChange={(changed) => change(index, { language: changed })}
              error={errors[`captions.${index}.language`] ?? ''}
            />
            <IconButton
              label={`Remove captions ${index + 1}`}
              onPress={() => onChange(captions.filter((_, place) => place !== index))}
            >
              <X size={16} aria-hidden />
            </IconButton>
          </div>
        ))}
        {captions.length < MAX_CAPTIONS && (
          <CourseFileField
            // The uploaded file is in the list above: this resets the field.
            key={captions.length}
            label="Add captions"
            help="WebVTT (.vtt) or SRT (.srt), up to 1 MB. Times and words are kept, not colors and positions."
            noun="captions"
            courseId={courseId}
            kind="captions"
            value={null}
            onChange={(file) => {
              if (!file) return
              const { id, name, mimeType } = file
              onChange([...captions, { file: { id, name, mimeType }, label: 'English', language: 'en' }])
            }}
            error={errors['captions'] ?? ''}
          />
        )}
      </div>
    </fieldset>
  )
}
