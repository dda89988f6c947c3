import { useEffect, useRef, useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { fileAddress } from '#core/web/ui/rich-text/RichTextView.tsx'
import { readCaptions } from '../../../files/captions-contract.ts'
import { CourseFileField } from '../../../files/web/CourseFileField.tsx'
import type { Recording } from '../recording-contract.ts'
import { CaptionsFields } from './CaptionsFields.tsx'
import { toLessonFile } from './lessonFileOf.ts'
import { AddressField } from './AddressField.tsx'
import type { KindEditorProps } from './kindProps.ts'
import { MarksFields } from './MarksFields.tsx'

/** Characters after which a paragraph of a transcript ends even within a sentence. */
const PARAGRAPH_LENGTH = 500

/** Edits the video or audio of a lesson: a file, or an address; captions, transcript and chapters. */
export function RecordingEditor({
  kind,
  lesson: { courseId },
  details,
  onChange,
  contentUrl,
  onChangeUrl,
  errors,
}: KindEditorProps<Recording> & { kind: 'video' | 'audio' }) {
  const { file, captions, transcript, marks } = details
  const noun = kind === 'video' ? 'video' : 'recording'
  const [failure, setFailure] = useState<string>()
  const change = (part: Partial<Recording>) => onChange({ ...details, ...part })
  // The captions load first: this must not overwrite fields that were edited meanwhile.
  const latest = useRef(change)
  useEffect(() => {
    latest.current = change
  })
  const [first] = captions
  const write = async () => {
    setFailure(undefined)
    try {
      const answer = await fetch(fileAddress(first?.file.id ?? ''))
      if (!answer.ok) throw new Error('The captions could not be read')
      latest.current({ transcript: toTranscript(readCaptions(await answer.text()).cues.map(({ text }) => text)) })
    } catch (error) {
      setFailure(errorText(error))
    }
  }
  return (
    <Stack>
      <CourseFileField
        label={kind === 'video' ? 'Video file' : 'Sound file'}
        help={kind === 'video' ? 'MP4 or WebM, up to 2 GB.' : 'MP3, M4A, Ogg, FLAC or WAV, up to 2 GB.'}
        noun={noun}
        courseId={courseId}
        kind={kind}
        value={file}
        onChange={(chosen) => change({ file: toLessonFile(chosen) })}
        error={errors['file'] ?? ''}
      />
      {!file && (
        <AddressField
          label={`Or a link to a ${noun}`}
          help="Opens on its own page. Captions and chapters need a file."
          contentUrl={contentUrl}
          onChangeUrl={onChangeUrl}
          errors={errors}
        />
      )}
      <CaptionsFields
        courseId={courseId}
        captions={captions}
        onChange={(changed) => change({ captions: changed })}
        errors={errors}
      />
      <TextField
        label="Transcript"
        isOptional
        multiline
        rows={8}
        help="The spoken words, for people who read instead. Leave an empty line to start a new paragraph."
        value={transcript}
        onChange={(changed) => change({ transcript: changed })}
        error={errors['transcript'] ?? failure ?? ''}
      />
      {first && transcript === '' && (
        <div>
          <Button size="small" onPress={() => void write()}>
            Write it from the captions
          </Button>
        </div>
      )}
      <MarksFields marks={marks} onChange={(changed) => change({ marks: changed })} errors={errors} />
    </Stack>
  )
}

/** Joins captions to paragraphs that end with a sentence. */
function toTranscript(captions: readonly string[]): string {
  const paragraphs = ['']
  for (const caption of captions) {
    const last = paragraphs.length - 1
    const words = `${paragraphs[last] ?? ''} ${caption.replaceAll('\n', ' ')}`.trim()
    paragraphs[last] = words
    if (words.length > PARAGRAPH_LENGTH && /[.!?…]["'”’)]*$/u.test(words)) paragraphs.push('')
  }
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
}
