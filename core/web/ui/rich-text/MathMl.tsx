import { useLayoutEffect, useMemo, useRef } from 'react'
import type { FormulaProps } from '#core/contract/rich-text.ts'
import { readLatex } from './readLatex.ts'

/** Draws a formula. Only Formula loads it. */
export function MathMl({ latex, isDisplayed = false, source }: FormulaProps & { source: string }) {
  const place = useRef<HTMLSpanElement>(null)
  const { math } = useMemo(() => readLatex({ latex, isDisplayed }), [latex, isDisplayed])
  useLayoutEffect(() => {
    if (math) place.current?.replaceChildren(math.cloneNode(true))
  }, [math])
  if (!math) return <code translate="no">{source}</code>
  return <span ref={place} translate="no" />
}
