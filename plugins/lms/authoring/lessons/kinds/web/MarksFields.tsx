import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import * as fieldStyles from '#core/web/ui/fields/Field.css.ts'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { clockTime } from '#core/web/ui/media/playback.ts'
import { MAX_RECORDING_SECONDS, MAX_MARKS, type RecordingMark } from '../recording-contract.ts'
import * as styles from './kindViews.css.ts'

interface MarksFieldsProps {
  marks: readonly RecordingMark[]
  onChange: (marks: RecordingMark[]) => void
  errors: Readonly<Record<string, string>>
}

/** Edits the chapters of a recording. */
export function MarksFields({ marks, onChange, errors }: MarksFieldsProps) {
  const change = (place: number, part: Partial<RecordingMark>) =>
    onChange(marks.map((one, index) => (index === place ? { ...one, ...part } : one)))
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>Chapters</legend>
      <div className={styles.list}>
        {marks.map(({ start, title }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- controlled by their place in the list
          <div key={index} className={styles.row}>
            <ClockField
              label="Begins at"
              value={start}
              onChange={(seconds) => change(index, { start: seconds })}
              error={errors[`marks.${index}.start`] ?? ''}
            />
            <TextField
              className={styles.wide}
              label={`Title of chapter ${index + 1}`}
              value={title}
              onChange={(changed) => change(index, { title: changed })}
              error={errors[`marks.${index}.title`] ?? ''}
            />
            <IconButton
              label={`Remove chapter ${index + 1}`}
              onPress={() => onChange(marks.filter((_, place) => place !== index))}
            >
              <X size={16} aria-hidden />
            </IconButton>
          </div>
        ))}
        {errors['marks'] && (
          <span role="alert" className={fieldStyles.error}>
            {errors['marks']}
          </span>
        )}
        <div>
          <Button
            size="small"
            icon={<Plus size={16} aria-hidden />}
            isDisabled={marks.length >= MAX_MARKS}
            onPress={() => onChange([...marks, { start: getNextStart(marks), title: '' }])}
          >
            Add chapter
          </Button>
        </div>
      </div>
    </fieldset>
  )
}

/** Returns a minute after the last chapter; the first one starts with the video. */
const getNextStart = (marks: readonly RecordingMark[]) => {
  const last = marks.at(-1)
  return last ? Math.min(MAX_RECORDING_SECONDS, last.start + 60) : 0
}

interface ClockFieldProps {
  label: string
  /** Seconds. */
  value: number
  onChange: (seconds: number) => void
  error: string
}

/** Edits a time as players show it: 1:05, 1:02:05. An invalid time is reported, and the earlier one stays. */
function ClockField({ label, value, onChange, error }: ClockFieldProps) {
  const [typed, setTyped] = useState<string>()
  const isWrong = typed !== undefined && parseSeconds(typed) === undefined
  return (
    <TextField
      className={styles.narrow}
      label={label}
      value={typed ?? clockTime(value)}
      onChange={(text) => {
        setTyped(text)
        const seconds = parseSeconds(text)
        if (seconds !== undefined) onChange(seconds)
      }}
      onBlur={() => {
        if (!isWrong) setTyped(undefined)
      }}
      error={isWrong ? 'As 1:05' : error}
    />
  )
}

function parseSeconds(text: string): number | undefined {
  const found = /^(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,2})$/.exec(text.trim())
  if (!found) return undefined
  const [hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0))
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)
}
