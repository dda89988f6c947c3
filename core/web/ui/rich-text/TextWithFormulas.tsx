import { Fragment } from 'react'
import { Formula } from './Formula.tsx'

const formula = /\\\((.+?)\\\)|\\\[(.+?)\\\]/gs

/** Plain text in which LaTeX stands between `\(` and `\)`, or between `\[` and `\]` on a line of its own. */
export function TextWithFormulas({ text }: { text: string }) {
  const pieces = []
  let end = 0
  for (const match of text.matchAll(formula)) {
    const [whole, inLine, displayed] = match
    pieces.push(
      <Fragment key={match.index}>
        {text.slice(end, match.index)}
        <Formula latex={inLine ?? displayed ?? ''} isDisplayed={displayed !== undefined} />
      </Fragment>,
    )
    end = match.index + whole.length
  }
  return (
    <>
      {pieces}
      {text.slice(end)}
    </>
  )
}
