import { Mark } from '@tiptap/core'

/** A raised or lowered text, which is never both. */
const scriptMark = (name: 'superscript' | 'subscript', other: string, tag: 'sup' | 'sub', key: string) =>
  Mark.create({
    name,
    excludes: `${name} ${other}`,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      // A mark that excludes another is not set where that one is.
      return { [key]: () => this.editor.chain().unsetMark(other).toggleMark(name).run() }
    },
  })

export const Superscript = scriptMark('superscript', 'subscript', 'sup', 'Mod-.')
export const Subscript = scriptMark('subscript', 'superscript', 'sub', 'Mod-,')
