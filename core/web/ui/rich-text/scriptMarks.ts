import { Mark } from '@tiptap/core'

/** A raised or lowered text, which is never both. */
const scriptMark = (name: 'superscript' | 'subscript', other: string, tag: 'sup' | 'sub', key: string) =>
  Mark.create({
    name,
    excludes: `${name} ${other}`,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) }
    },
  })

export const Superscript = scriptMark('superscript', 'subscript', 'sup', 'Mod-.')
export const Subscript = scriptMark('subscript', 'superscript', 'sub', 'Mod-,')
