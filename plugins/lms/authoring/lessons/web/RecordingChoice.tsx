import { useQuery } from '@tanstack/react-query'
import { courseFilesApi } from '../../files/web/client.ts'
import { CourseFileField } from '../../files/web/CourseFileField.tsx'

interface RecordingChoiceProps {
  courseId: string
  kind: 'video' | 'audio'
  /** Id of the file; '' while there is none. */
  value: string
  onChange: (fileId: string) => void
  error: string | undefined
}

/** Selects a video or audio for the text of a lesson: a new upload, or an existing file of the course. */
export function RecordingChoice({ courseId, kind, value, onChange, error }: RecordingChoiceProps) {
  const file = useQuery({ ...courseFilesApi.getCourseFile({ params: { id: value } }), enabled: value !== '' })
  const noun = kind === 'video' ? 'video' : 'recording'
  // Shows a name while the file loads, and for files of another course.
  const known = { id: value, name: file.data?.name ?? `The ${noun} of this text` }
  return (
    <CourseFileField
      label={kind === 'video' ? 'Video file' : 'Sound file'}
      help={kind === 'video' ? 'MP4 or WebM, up to 2 GB.' : 'MP3, M4A, Ogg, FLAC or WAV, up to 2 GB.'}
      noun={noun}
      courseId={courseId}
      kind={kind}
      value={value === '' ? null : known}
      onChange={(chosen) => onChange(chosen?.id ?? '')}
      error={error}
    />
  )
}
