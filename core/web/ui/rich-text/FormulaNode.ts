import { mergeAttributes, Node } from '@tiptap/core'

type Formula = { latex: string; isDisplayed: boolean }

/** Shows the formula in place of its source; KaTeX is loaded by the first one. */
async function drawFormula(dom: HTMLElement, formula: Formula) {
  const { readLatex } = await import('./readLatex.ts')
  const { math } = readLatex(formula)
  if (math) dom.replaceChildren(math)
}

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
    const { latex, isDisplayed } = node.attrs as Formula
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
      void drawFormula(dom, node.attrs as Formula)
      return { dom, ignoreMutation: () => true }
    },
})
