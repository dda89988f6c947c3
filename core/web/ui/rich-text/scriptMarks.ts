import { Mark } from '@tiptap/core'
import { toggleMark } from '@tiptap/pm/commands'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    scriptMarks: { toggleAnyMark: (name: string) => ReturnType }
  }
}

/** A raised or lowered text, which is never both. */
const scriptMark = (name: 'superscript' | 'subscript', other: string, tag: 'sup' | 'sub', key: string) =>
  Mark.create({
    name,
    excludes: `${name} ${other}`,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addCommands: () => ({
      // The editor's own command sets no mark where one is that it excludes; ProseMirror's puts it in its place.
      toggleAnyMark:
        (mark) =>
        ({ state, dispatch }) => {
          const type = state.schema.marks[mark]
          return type !== undefined && toggleMark(type, null, { removeWhenPresent: false })(state, dispatch)
        },
    }),
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleAnyMark(name) }
    },
  })

export const Superscript = scriptMark('superscript', 'subscript', 'sup', 'Mod-.')
export const Subscript = scriptMark('subscript', 'superscript', 'sub', 'Mod-,')
