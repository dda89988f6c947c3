import { Suspense } from 'react'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { RichTextField } from '#core/web/ui/rich-text/RichTextField.tsx'
import { CoursePictures } from '../../files/web/CoursePictures.tsx'
import { courseFilesApi } from '../../files/web/client.ts'
import type { ContentType } from '../contract.ts'
import { kindViews } from '../kinds/web/kindViews.ts'
import * as styles from './LessonContentPage.css.ts'
import type { DraftState, Written } from './lessonDraft.ts'
import { RecordingChoice } from './RecordingChoice.tsx'
import { typeLabels } from './lessonLabels.ts'

/** Label of a lesson's text, by type; 'Text' by default. */
const textLabels: Partial<Record<ContentType, string>> = {
  quiz: 'Instructions',
  assessment: 'Instructions',
  assignment: 'Brief',
  project: 'Brief',
  discussion: 'Prompt',
}

interface LessonEditorProps {
  state: DraftState
  onChange: (change: Partial<Written>) => void
}

/** Edits the text of a lesson, and its kind's details beside it. */
export function LessonEditor({ state, onChange }: LessonEditorProps) {
  const { known, details, contentUrl, body, fields, generation } = state
  const { lesson } = known
  const { Editor, hasLongEditor = false } = kindViews[lesson.contentType] ?? {}
  const { url = 'Content URL', help } = typeLabels[lesson.contentType]
  const bodyError = Object.entries(fields).find(([path]) => path === 'body' || path.startsWith('body.'))?.[1]
  return (
    <div className={Editor && !hasLongEditor ? styles.columns : styles.whole}>
      <RichTextField
        key={generation}
        label={textLabels[lesson.contentType] ?? 'Text'}
        initial={body}
        onChange={(next) => onChange({ body: next })}
        uploadPicture={async (file, { signal, onProgress }) => {
          const of = { params: { id: lesson.courseId } }
          return (await courseFilesApi.putCoursePicture.call({ ...of, file, onProgress }, signal)).id
        }}
        pictureChoice={(choice) => <CoursePictures {...choice} courseId={lesson.courseId} />}
        recordingField={(field) => <RecordingChoice {...field} courseId={lesson.courseId} />}
        error={bodyError}
      />
      {Editor ? (
        <Suspense fallback={<Skeleton height={320} />}>
          <Editor
            lesson={{ id: lesson.id, courseId: lesson.courseId, title: lesson.title }}
            details={details}
            onChange={(next) => onChange({ details: next })}
            contentUrl={contentUrl}
            onChangeUrl={(next) => onChange({ contentUrl: next })}
            errors={toDetailErrors(fields)}
          />
        </Suspense>
      ) : (
        <TextField
          label={url}
          help={help}
          isOptional
          placeholder="https://"
          value={contentUrl}
          onChange={(next) => onChange({ contentUrl: next })}
          error={fields['contentUrl']}
        />
      )}
    </div>
  )
}

const DETAILS_PREFIX = 'details.'

const toDetailErrors = (fields: Readonly<Record<string, string>>) => ({
  ...Object.fromEntries(
    Object.entries(fields)
      .filter(([path]) => path.startsWith(DETAILS_PREFIX))
      .map(([path, message]) => [path.slice(DETAILS_PREFIX.length), message]),
  ),
  ...(fields['contentUrl'] && { contentUrl: fields['contentUrl'] }),
})
