import type { PutFile } from '../../../authoring/files/put-contract.ts'
import { PutFiles } from '../../../authoring/files/web/PutFiles.tsx'
import { usePutFile } from '../../../authoring/files/web/usePutFile.ts'
import { HAND_IN_FILE, MAX_HAND_IN_FILES } from '../contract.ts'
import { handInsApi } from './client.ts'

interface HandInFilesProps {
  lessonId: string
  files: readonly PutFile[]
  onChange: (files: PutFile[]) => void
}

/** Lists the files of the draft. */
export function HandInFiles({ lessonId, files, onChange }: HandInFilesProps) {
  const upload = usePutFile({
    kind: HAND_IN_FILE,
    ownerId: lessonId,
    putPicture: (file, onProgress, signal) =>
      handInsApi.putHandInPicture.call({ params: { lessonId }, file, onProgress }, signal),
  })
  return (
    <PutFiles
      label="Files to submit"
      files={files}
      upload={upload}
      max={MAX_HAND_IN_FILES}
      help="Pictures, PDF, documents, sound and films, up to 1 GB each. Location data is removed from photos."
      onChange={onChange}
    />
  )
}
