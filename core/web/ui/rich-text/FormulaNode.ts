import { mergeAttributes, Node } from '@tiptap/core'

/** A formula within a text, written in LaTeX. */
export const FormulaNode = Node.create({
  name: 'formula',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    latex: {
      default: '',
      parseHTML: (element: HTMLElement) => element.getAttribute('data-latex') ?? '',
      rendered: false,
    },
    isDisplayed: {
      default: false,
      parseHTML: (element: HTMLElement) => element.hasAttribute('data-displayed'),
      rendered: false,
    },
  }),
  parseHTML: () => [{ tag: 'span[data-latex]' }],
  renderHTML: ({ node, HTMLAttributes }) => {
    const { latex, isDisplayed } = node.attrs as { latex: string; isDisplayed: boolean }
    return [
      'span',
      mergeAttributes(HTMLAttributes, { 'data-latex': latex, ...(isDisplayed && { 'data-displayed': '' }) }),
      latex,
    ]
  },
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('span')
      dom.dataset['latex'] = String(node.attrs['latex'])
      dom.translate = false
      dom.textContent = String(node.attrs['latex'])
      void import('./readLatex.ts').then(({ readLatex }) => {
        const { math } = readLatex(node.attrs as { latex: string; isDisplayed: boolean })
        if (math) dom.replaceChildren(math)
      })
      return { dom, ignoreMutation: () => true }
    },
})
