import katex from 'katex'
import type { FormulaProps } from '#core/contract/rich-text.ts'
import './math.css.ts'

/** Lengths of a formula's spaces and rules, in `em`. */
const MAX_SIZE = 50
/** Macros that are expanded, which could go on without end. */
const MAX_EXPANSIONS = 500

/** Reads LaTeX into MathML, or says in words why it cannot be read. */
export function readLatex({ latex, isDisplayed = false }: FormulaProps): { math?: Element; error?: string } {
  try {
    const html = katex.renderToString(latex, {
      output: 'mathml',
      displayMode: isDisplayed,
      maxSize: MAX_SIZE,
      maxExpand: MAX_EXPANSIONS,
      strict: false,
      trust: false,
    })
    // The content security policy refuses styles in attributes; what they do here is spacing and colors alone.
    const math = new DOMParser()
      .parseFromString(html.replaceAll(/ style="[^"<>]*"/g, ''), 'text/html')
      .querySelector('math')
    return math ? { math } : { error: 'This formula cannot be read' }
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^KaTeX parse error: /, '') : ''
    return { error: `This formula cannot be read: ${reason}` }
  }
}
