import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { text } from '#core/contract/fields.ts'
import { refresh } from '#core/web/client.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { FileField } from '#core/web/ui/fields/FileField.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { MAX_FILES, newPost, type Post } from '../contract.ts'
import { conversationReads, conversationsApi } from './client.ts'

export type PostAct = 'edit' | 'files' | 'withdraw' | 'report'

interface PostDialogsProps {
  act: PostAct | undefined
  post: Post
  onClose: () => void
}

const edited = newPost.pick({ body: true })
const reported = z.object({ reason: text(2000) })

/** Dialogs of the acts on one post. */
export function PostDialogs({ act, post: { id, body, files, authorName }, onClose }: PostDialogsProps) {
  const queryClient = useQueryClient()
  const [reportId] = useState(() => crypto.randomUUID())
  const edit = useMutation(conversationsApi.editPost.mutation({ touches: conversationReads }))
  const withdraw = useMutation(conversationsApi.withdrawPost.mutation({ touches: conversationReads }))
  const report = useMutation(conversationsApi.reportConversationPost.mutation())
  const close = (isOpen: boolean) => !isOpen && onClose()
  return (
    <>
      <FormDialog
        title="Edit message"
        isOpen={act === 'edit'}
        onOpenChange={close}
        schema={edited}
        defaultValues={{ body }}
        submit="Save changes"
        save={(change) => edit.mutateAsync({ params: { id }, body: change })}
      >
        <FormTextField name="body" label="Message" multiline rows={6} />
      </FormDialog>
      <Dialog title="Add files" isOpen={act === 'files'} onOpenChange={close}>
        <DialogBody>
          {files.length < MAX_FILES && (
            <FileField
              label="Add a file"
              help={`Up to ${MAX_FILES} files of 10 MB each: pictures, PDF and documents.`}
              value={null}
              preview={null}
              upload={(file, { signal, onProgress }) =>
                conversationsApi.addPostFile.call({ params: { id }, file, onProgress }, signal)
              }
              onChange={() => {
                void refresh(queryClient, conversationReads)
                notify({ title: 'File added' })
              }}
            />
          )}
        </DialogBody>
      </Dialog>
      <ConfirmDialog
        title="Withdraw this message?"
        confirmLabel="Withdraw message"
        isOpen={act === 'withdraw'}
        onOpenChange={close}
        onConfirm={async () => {
          await withdraw.mutateAsync({ params: { id } })
          onClose()
        }}
      >
        Its text and files are no longer shown. Others see that a message was withdrawn. You can’t undo this.
      </ConfirmDialog>
      <FormDialog
        title={`Report the message from ${authorName}`}
        help="Safeguarding leads read your report. The author is not notified."
        isOpen={act === 'report'}
        onOpenChange={close}
        schema={reported}
        defaultValues={{ reason: '' }}
        submit="Send report"
        save={({ reason }) => report.mutateAsync({ params: { id }, body: { id: reportId, reason } })}
        onSaved={({ isReported, outsideContact }) =>
          notify(
            isReported
              ? { title: 'Report sent' }
              : {
                  title: 'Report not sent',
                  description:
                    outsideContact === ''
                      ? 'No one here takes reports yet. Talk to a person you trust.'
                      : `No one here takes reports yet. Call ${outsideContact}.`,
                  tone: 'destructive',
                },
          )
        }
      >
        <FormTextField name="reason" label="Reason" isOptional multiline rows={4} />
      </FormDialog>
    </>
  )
}
