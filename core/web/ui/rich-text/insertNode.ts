import { Selection } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'
import type { MediaType } from './labels.ts'

/** Inserts a node at the cursor, which goes on after it, or changes the selected one of its type. */
export function insertNode(
  editor: Editor,
  type: 'embed' | 'formula' | MediaType,
  attrs: Record<string, string | boolean>,
): void {
  if (editor.isActive(type)) {
    editor.commands.updateAttributes(type, attrs)
    return
  }
  editor.commands.insertContent({ type, attrs })
  // Blocks are selected once they are there: what is typed next would replace them.
  editor.commands.command(({ tr }) => {
    const next = Selection.findFrom(tr.doc.resolve(tr.selection.to), 1, true)
    if (next) tr.setSelection(next)
    return true
  })
}
