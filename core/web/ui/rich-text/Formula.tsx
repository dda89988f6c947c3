import { lazy, Suspense } from 'react'
import type { FormulaProps } from '#core/contract/rich-text.ts'

// Only pages with a formula load the library that reads LaTeX.
const MathMl = lazy(async () => ({ default: (await import('./MathMl.tsx')).MathMl }))

/** A formula in LaTeX, drawn by the browser as MathML; its LaTeX until it is loaded, or where it cannot be read. */
export function Formula({ latex, isDisplayed = false }: FormulaProps) {
  return (
    <Suspense fallback={<code translate="no">{latex}</code>}>
      <MathMl latex={latex} isDisplayed={isDisplayed} />
    </Suspense>
  )
}
