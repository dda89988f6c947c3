import { Fragment } from 'react'
import { VisuallyHidden } from '#core/web/ui/layout/VisuallyHidden.tsx'
import { Formula } from '#core/web/ui/rich-text/Formula.tsx'
import { splitFormulas, type TextFormula } from '../text-contract.ts'

interface QuestionTextProps {
  text: string
  /** It is all that names a control: a choice of a list has no MathML for screen readers, and says its LaTeX. */
  isName?: boolean
}

/** A text of a question with its formulas drawn. No HTML is made of what an author wrote. */
export function QuestionText({ text, isName = false }: QuestionTextProps) {
  return splitFormulas(text).map((part, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts have no names, and a text that is read does not change
    <Fragment key={place}>
      {typeof part === 'string' ? part : isName ? <NamedFormula {...part} /> : <Formula {...part} />}
    </Fragment>
  ))
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
