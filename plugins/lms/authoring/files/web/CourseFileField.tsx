import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#core/web/apiError.ts'
import { useDebounced } from '#core/web/ui/lists/searchText.ts'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import { FileField, type FileFieldProps } from '#core/web/ui/fields/FileField.tsx'
import { LEFT_OUT_CODE, type CourseFile, type CourseFileKind } from '../contract.ts'
import { courseFilesApi } from './client.ts'
import * as styles from './CourseFileField.css.ts'
import { useCourseUpload } from './useCourseUpload.ts'

/** Number of files that are offered at once; others are found by name. */
const MAX_OPTIONS = 20

/** Types that the browser's file dialog offers; the server checks the content. */
const accepted: Record<CourseFileKind, readonly string[]> = {
  picture: ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'],
  video: ['video/*'],
  audio: ['audio/*'],
  pdf: ['application/pdf'],
  document: ['.pdf', '.docx', '.pptx', '.xlsx', '.odt', '.odp', '.ods', '.txt', '.md', '.csv'],
  captions: ['.vtt', '.srt', 'text/vtt', 'application/x-subrip'],
  package: ['.zip'],
}

interface CourseFileFieldProps extends Pick<FileFieldProps<CourseFile>, 'label' | 'help' | 'error' | 'noun'> {
  courseId: string
  kind: CourseFileKind
  value: Pick<CourseFile, 'id' | 'name'> | null
  onChange: (file: CourseFile | null) => void
}

/** Selects a file of a course: a new upload, or an existing file. */
export function CourseFileField({ courseId, kind, value, onChange, noun = 'file', ...texts }: CourseFileFieldProps) {
  const upload = useCourseUpload(courseId, kind)
  const [typed, setTyped] = useState('')
  // Captions of which some cannot be shown: they are listed, and left out only on request.
  const [refused, setRefused] = useState<File>()
  const search = useDebounced(typed)
  const files = useQuery(
    courseFilesApi.listCourseFiles({ params: { id: courseId }, query: { kind, search, limit: MAX_OPTIONS } }),
  )
  // A video uploads for minutes: its completion must not overwrite fields that were edited meanwhile.
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  const others = files.data?.filter(({ id }) => id !== value?.id) ?? []
  return (
    <div className={styles.field}>
      <FileField
        {...texts}
        noun={noun}
        accept={accepted[kind]}
        value={value?.name}
        upload={async (file, options) => {
          const leaveOut = file === refused
          setRefused(undefined)
          const sent = await upload(file, { ...options, leaveOut }).catch((error: unknown) => {
            if (error instanceof ApiError && error.code === LEFT_OUT_CODE) setRefused(file)
            throw error
          })
          latest.current(sent)
          return sent.name
        }}
        again={refused && { label: 'Upload without these captions', file: refused }}
        onChange={(name) => {
          if (name === null) onChange(null)
        }}
        preview={value && <span className={styles.name}>{value.name}</span>}
      />
      {(others.length > 0 || typed !== '') && (
        <ComboBox
          label={value ? 'Or choose another one of this course' : 'Or choose one of this course'}
          options={others.map(({ id, name }) => ({ id, label: name }))}
          value={null}
          onInputChange={setTyped}
          isLoading={files.isFetching}
          onChange={(id) => {
            const chosen = others.find((file) => file.id === id)
            if (chosen) onChange(chosen)
          }}
        />
      )}
    </div>
  )
}
