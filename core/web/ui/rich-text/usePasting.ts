import type { Editor } from '@tiptap/react'
import { useRef, useState } from 'react'
import type { Upload } from '../fields/useUpload.ts'
import { cleanHtml } from './paste/cleanHtml.ts'
import { toSend, uploadPictures } from './paste/pastedPictures.ts'

/** Attribute of what editors of this site copy. */
const OWN_MARK = 'data-pm-slice'

/** Pastes what other programs copy, uploads its pictures, and says what could not be kept. */
export function usePasting(upload: Upload<string> | undefined) {
  const [lost, setLost] = useState<string[]>([])
  const [sending, setSending] = useState(0)
  const pasted = useRef<ReturnType<typeof cleanHtml>>(undefined)

  const send = async (editor: Editor, pictures: ReturnType<typeof toSend>) => {
    setSending((count) => count + pictures.length)
    const failed = await uploadPictures(editor, pictures, upload)
    setSending((count) => count - pictures.length)
    if (failed.length > 0) setLost((others) => [...others, ...failed])
  }

  return {
    /** Parts of the pasted content that are not kept. */
    lost,
    /** Number of pictures that are being uploaded. */
    sending,
    dismiss: () => setLost([]),
    transform: (html: string): string => {
      // Copied in an editor of this site, which writes its own attributes.
      if (html.includes(OWN_MARK)) return html
      pasted.current = cleanHtml(html)
      return pasted.current.html
    },
    /** Takes files, such as screenshots, and answers true; of other content it looks after the pictures. */
    take: (editor: Editor, data: DataTransfer | null, position?: number): boolean => {
      const content = pasted.current
      pasted.current = undefined
      const files = [...(data?.files ?? [])]
      // Spreadsheets and Word add a picture of what they copy as text.
      const hasWords = content?.hasWords ?? data?.getData('text/html').includes(OWN_MARK) ?? false
      if (files.length === 0 || hasWords) {
        if (!content) return false
        setLost(content.lost)
        // They are in the text once the editor has gone on.
        queueMicrotask(() => void send(editor, toSend(content)))
        return false
      }
      const pictures = files
        .filter(({ type }) => type.startsWith('image/'))
        .map((file) => ({ pendingId: `pending-${crypto.randomUUID()}`, from: file }))
      setLost(pictures.length < files.length ? ['files that are not pictures'] : [])
      const nodes = pictures.map(({ pendingId }) => ({ type: 'image', attrs: { fileId: pendingId } }))
      if (nodes.length > 0) {
        editor.commands.insertContentAt(position ?? editor.state.selection, nodes)
        void send(editor, pictures)
      }
      return true
    },
  }
}
