import { useMutation, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { refresh } from '#core/web/client.ts'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { FileField } from '#core/web/ui/fields/FileField.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { MAX_FILES, type Message } from '../contract.ts'
import { messageReads, messagesApi } from './client.ts'

/** Files of a draft: added as soon as they are chosen. */
export function MessageFiles({ message: { id, files } }: { message: Message }) {
  const queryClient = useQueryClient()
  const remove = useMutation(
    messagesApi.deleteMessageFile.mutation({
      touches: messageReads,
      onError: (error) => notify({ title: 'File not removed', description: errorText(error), tone: 'destructive' }),
    }),
  )
  return (
    <div>
      {files.length > 0 && (
        <ul className={panel.list} aria-label="Files">
          {files.map(({ id: fileId, name }) => (
            <li key={fileId} className={panel.act}>
              <span className={panel.name}>{name}</span>
              <IconButton label={`Remove ${name}`} onPress={() => remove.mutate({ params: { id, fileId } })}>
                <X size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {files.length < MAX_FILES && (
        <FileField
          label="Add a file"
          help={`Up to ${MAX_FILES} files of 10 MB each: pictures, PDF and documents.`}
          value={null}
          preview={null}
          upload={(file, { signal, onProgress }) =>
            messagesApi.addMessageFile.call({ params: { id }, file, onProgress }, signal)
          }
          onChange={() => void refresh(queryClient, messageReads)}
        />
      )}
    </div>
  )
}
