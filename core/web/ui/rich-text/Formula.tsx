import { lazy, Suspense } from 'react'
import type { FormulaProps } from '#core/contract/rich-text.ts'

// Only pages with a formula load the library that reads LaTeX.
const MathMl = lazy(async () => ({ default: (await import('./MathMl.tsx')).MathMl }))

interface Props extends FormulaProps {
  /** Shown where the LaTeX cannot be read; the LaTeX by default. */
  source?: string
}

/** A formula in LaTeX, drawn by the browser as MathML; its LaTeX until it is loaded, or where it cannot be read. */
export function Formula({ latex, isDisplayed = false, source = latex }: Props) {
  return (
    <Suspense fallback={<code translate="no">{source}</code>}>
      <MathMl latex={latex} isDisplayed={isDisplayed} source={source} />
    </Suspense>
  )
}
