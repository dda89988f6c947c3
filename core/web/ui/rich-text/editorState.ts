import type { Editor } from '@tiptap/react'

const marks = ['bold', 'italic', 'underline', 'strike', 'code', 'superscript', 'subscript', 'link']
const blocks = ['bulletList', 'orderedList', 'blockquote', 'callout', 'table', 'image', 'embed', 'formula']

/** State of the toolbar for the position of the cursor. */
export function editorState({ editor }: { editor: Editor }) {
  return {
    /** Level of a heading; undefined in other text. */
    level: ([2, 3, 4] as const).find((level) => editor.isActive('heading', { level })),
    marks: marks.filter((name) => editor.isActive(name)),
    blocks: blocks.filter((name) => editor.isActive(name)),
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  }
}
