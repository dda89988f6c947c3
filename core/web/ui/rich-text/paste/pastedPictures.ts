import type { Editor } from '@tiptap/react'
import { errorText } from '../../feedback/errorText.ts'
import type { Upload } from '../../fields/useUpload.ts'
import type { Pasted } from './cleanHtml.ts'

/** True for the id of a picture that is being uploaded. */
export const isPending = (fileId: string): boolean => fileId.startsWith('pending-')

interface PictureToSend {
  pendingId: string
  /** A file of the clipboard, or the address of a picture in pasted content. */
  from: File | string
}

/** Uploads pasted pictures one after the other; each that cannot be kept is taken out of the text. Answers why, in words. */
export async function uploadPictures(
  editor: Editor,
  pictures: readonly PictureToSend[],
  upload: Upload<string> | undefined,
): Promise<string[]> {
  const failures = new Map<string, number>()
  for (const { pendingId, from } of pictures) {
    try {
      if (!upload) throw new Refused('this text takes no pictures')
      const file = typeof from === 'string' ? await fileOf(from) : from
      const fileId = await upload(file, { signal: new AbortController().signal, onProgress: () => undefined })
      settle(editor, pendingId, fileId)
    } catch (error) {
      settle(editor, pendingId, undefined)
      const reason = error instanceof Refused ? error.message : errorText(error)
      failures.set(reason, (failures.get(reason) ?? 0) + 1)
    }
  }
  return [...failures].map(([reason, count]) => `${count === 1 ? '1 picture' : `${count} pictures`} (${reason})`)
}

export const toSend = ({ pictures }: Pasted): PictureToSend[] =>
  pictures.map(({ pendingId, src }) => ({ pendingId, from: src }))

class Refused extends Error {}

/** Bytes of a picture that came within the content or is one of this site; others are not loaded from their sites. */
async function fileOf(src: string): Promise<File> {
  const inlined = /^data:(image\/[\w.+-]+);base64,([\s\S]+)$/.exec(src)
  if (inlined) {
    const [, type = '', data = ''] = inlined
    return new File([Uint8Array.from(atob(data.replaceAll(/\s/g, '')), (byte) => byte.codePointAt(0) ?? 0)], 'pasted', {
      type,
    })
  }
  if (URL.canParse(src, location.origin) && new URL(src, location.origin).origin === location.origin) {
    const answer = await fetch(src)
    if (answer.ok) return new File([await answer.blob()], 'pasted', { type: answer.headers.get('content-type') ?? '' })
  }
  throw new Refused('only their address was pasted: save the picture, or copy it by itself')
}

/** Gives a picture its file, or takes it away. Undo does not bring back what was pending. */
function settle(editor: Editor, pendingId: string, fileId: string | undefined): void {
  if (editor.isDestroyed) return
  const { tr, schema } = editor.state
  const { paragraph } = schema.nodes
  editor.state.doc.descendants((node, position, parent) => {
    if (node.attrs['fileId'] !== pendingId) return true
    const place = tr.mapping.map(position)
    if (fileId !== undefined) tr.setNodeAttribute(place, 'fileId', fileId)
    // A list's item and a cell need something in them.
    else if (parent?.childCount === 1) tr.replaceWith(place, place + node.nodeSize, paragraph?.create() ?? [])
    else tr.delete(place, place + node.nodeSize)
    return false
  })
  editor.view.dispatch(tr.setMeta('addToHistory', false))
}

interface JsonNode {
  type: string
  attrs?: Record<string, unknown>
  content?: JsonNode[]
}

/** Leaves out pictures that are being uploaded, which cannot be saved yet. */
export function withoutPending(node: JsonNode): JsonNode {
  if (node.type === 'image' && isPending(String(node.attrs?.['fileId']))) return { type: 'paragraph' }
  return node.content ? { ...node, content: node.content.map(withoutPending) } : node
}
