import { lazy, Suspense } from 'react'

// Only pages with a formula load the library that reads LaTeX.
const MathMl = lazy(async () => ({ default: (await import('./MathMl.tsx')).MathMl }))

export interface FormulaProps {
  latex: string
  /** On a line of its own. */
  isDisplayed?: boolean | undefined
}

/** A formula in LaTeX, drawn by the browser as MathML; its LaTeX until it is loaded, or where it cannot be read. */
export function Formula({ latex, isDisplayed = false }: FormulaProps) {
  return (
    <Suspense fallback={<code translate="no">{latex}</code>}>
      <MathMl latex={latex} isDisplayed={isDisplayed} />
    </Suspense>
  )
}
