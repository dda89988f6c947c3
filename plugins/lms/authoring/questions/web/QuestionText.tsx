import { Fragment } from 'react'
import { Formula } from '#core/web/ui/rich-text/Formula.tsx'
import { splitFormulas } from '../text-contract.ts'

/** A text of a question with its formulas drawn. No HTML is made of what an author wrote. */
export function QuestionText({ text }: { text: string }) {
  return splitFormulas(text).map((part, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts have no names, and a text that is read does not change
    <Fragment key={place}>{typeof part === 'string' ? part : <Formula {...part} />}</Fragment>
  ))
}
