import { useState } from 'react'
import type { PutFile } from '../../../authoring/files/put-contract.ts'
import { FileList, PutFiles } from '../../../authoring/files/web/PutFiles.tsx'
import { usePutFile } from '../../../authoring/files/web/usePutFile.ts'
import type { Answer } from '../../../authoring/questions/answer-contract.ts'
import type { ShownQuestion } from '../../../authoring/questions/shown-contract.ts'
import { ANSWER_FILE, type OpenItem } from '../contract.ts'
import { attemptsApi } from './client.ts'

interface AnswerFilesProps {
  attemptId: string
  asked: OpenItem & { question: Extract<ShownQuestion, { type: 'file' }> }
  answer: Answer | null
  /** Files of answers that were saved in another window. */
  others: readonly PutFile[]
  isFixed: boolean
  onChange: (answer: Answer | null) => void
}

/** Renders the files that answer a question. */
export function AnswerFiles({ attemptId, asked, answer, others, isFixed, onChange }: AnswerFilesProps) {
  // A file that was just uploaded is known here before the server returns it.
  const [sent, setSent] = useState<readonly PutFile[]>([])
  const ids = answer?.type === 'file' ? answer.fileIds : []
  const known = new Map([...asked.files, ...others, ...sent].map((file) => [file.id, file]))
  const files = ids.flatMap((id) => known.get(id) ?? [])
  const label = `Files for question ${asked.item}`
  const upload = usePutFile({
    kind: ANSWER_FILE,
    ownerId: attemptId,
    putPicture: (file, onProgress, signal) =>
      attemptsApi.putAnswerPicture.call({ params: { attemptId }, file, onProgress }, signal),
  })
  if (isFixed) return <FileList files={files} label={label} />
  return (
    <PutFiles
      label={label}
      files={files}
      upload={upload}
      max={asked.question.maxFiles}
      help="Location data is removed from photos."
      onChange={(next) => {
        setSent(next)
        onChange(next.length === 0 ? null : { type: 'file', fileIds: next.map(({ id }) => id) })
      }}
    />
  )
}
