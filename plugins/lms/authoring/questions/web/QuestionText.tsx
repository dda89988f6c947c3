import { Fragment } from 'react'
import { VisuallyHidden } from '#core/web/ui/layout/VisuallyHidden.tsx'
import { Formula } from '#core/web/ui/rich-text/Formula.tsx'
import { splitMarks, type MarkedText } from '../mark-contract.ts'
import { splitFormulas, type TextFormula } from '../text-contract.ts'

interface QuestionTextProps {
  text: string
  /** True if it is the only name of a control: there, the LaTeX replaces MathML, which screen readers would not find. */
  isName?: boolean
}

/** Renders a text of a question with its formulas and marks. Authors' text is never parsed as HTML. */
export function QuestionText({ text, isName = false }: QuestionTextProps) {
  return splitMarks(text).map((part, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts have no names, and a text that is read does not change
    <MarkedWords key={place} {...part} isName={isName} />
  ))
}

/** Renders words with the same marks. */
export function MarkedWords({ text, isBold, isItalic, isName }: MarkedText & { isName?: boolean | undefined }) {
  const words = splitFormulas(text).map((part, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- as above
    <Fragment key={place}>
      {typeof part === 'string' ? part : isName ? <NamedFormula {...part} /> : <Formula {...part} />}
    </Fragment>
  ))
  const slanted = isItalic ? <em>{words}</em> : words
  return isBold ? <strong>{slanted}</strong> : slanted
}

function NamedFormula(formula: TextFormula) {
  return (
    <>
      <span aria-hidden>
        <Formula {...formula} />
      </span>
      <VisuallyHidden>{formula.latex}</VisuallyHidden>
    </>
  )
}
