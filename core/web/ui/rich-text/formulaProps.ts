export interface FormulaProps {
  latex: string
  /** On a line of its own. */
  isDisplayed?: boolean | undefined
}
