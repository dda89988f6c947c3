/** Methods of strings that go through the letters up to what they find, or through all. */
const SEARCH_METHODS = ['indexOf', 'includes', 'split', 'replaceAll', 'replace'] as const
const WHOLE_TEXT_METHODS = ['trim', 'normalize', 'toLowerCase', 'toUpperCase', 'repeat'] as const

type Method = (this: string, ...given: unknown[]) => unknown
type Exec = (this: RegExp, text: string) => RegExpExecArray | null

/**
 * Counts the letters that regular expressions and searches go through while a function works: what a clock would say,
 * without load and chance. That one expression takes steps for each letter alone is for `whySlow` to say; here a text
 * shows that is gone through again and again.
 */
export function stepsOf(work: () => void): number {
  let steps = 0
  const expressions: { exec: Exec } = RegExp.prototype
  const strings = String.prototype as unknown as Record<string, Method>
  const { exec } = expressions
  const originals = [...SEARCH_METHODS, ...WHOLE_TEXT_METHODS].map((name) => [name, strings[name] as Method] as const)
  for (const [name, original] of originals) {
    strings[name] = function counted(...given) {
      const [sought, from] = given
      // An expression counts for itself.
      if ((WHOLE_TEXT_METHODS as readonly string[]).includes(name)) steps += this.length
      else if (typeof sought === 'string') {
        const start = name === 'indexOf' && typeof from === 'number' ? from : 0
        const found = name === 'indexOf' ? (original.call(this, sought, start) as number) : -1
        steps += (found < 0 ? this.length : found) - Math.min(start, this.length) + 1
      }
      return original.apply(this, given)
    }
  }
  expressions.exec = function counted(text) {
    const start = this.global || this.sticky ? this.lastIndex : 0
    const found = exec.call(this, text)
    const isOneTry = this.sticky || this.source.startsWith('^')
    if (found) steps += found.index + found[0].length - Math.min(start, found.index) + 1
    else steps += isOneTry ? 1 : Math.max(0, text.length - start) + 1
    return found
  }
  try {
    work()
  } finally {
    expressions.exec = exec
    for (const [name, original] of originals) strings[name] = original
  }
  return steps
}
