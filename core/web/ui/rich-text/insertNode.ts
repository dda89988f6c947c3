import type { Editor } from '@tiptap/react'
import type { MediaType } from './labels.ts'

/** Inserts a node at the cursor, or changes the selected one of its type. */
export function insertNode(
  editor: Editor,
  type: 'embed' | 'formula' | MediaType,
  attrs: Record<string, string | boolean>,
): void {
  const chain = editor.chain().focus()
  if (editor.isActive(type)) chain.updateAttributes(type, attrs).run()
  else chain.insertContent({ type, attrs }).run()
}
