import { formatMarks, splitMarks } from './mark-contract.ts'
import { formatFormula } from './text-contract.ts'

/** Letters with a superscript or subscript form. */
const scripts = {
  sup: {
    plain: '0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWαβγδθ′',
    script: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵅᵝᵞᵟᶿ′',
    sign: '^',
  },
  sub: {
    plain: '0123456789+-−=()aehijklmnoprstuvxβγρφχ',
    script: '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ',
    sign: '_',
  },
} as const

/** Characters that need no escape in the text of a formula. */
const formulaText = /^[\p{L}\p{M}\p{N} .,;:!?+\-−=()*/'"<>|]{1,200}$/u

/**
 * Converts a text to superscript or subscript: to Unicode letters if all of them exist, else to a formula, or to `^(…)` and
 * `_(…)` if it does not fit into one. It is bold or italic if its first letters are.
 */
export function toScript(name: 'sup' | 'sub', text: string): { text: string; isExact: boolean } {
  const [first, ...others] = splitMarks(text)
  if (!first) return { text, isExact: true }
  const script = writeScript(name, [first, ...others].map((part) => part.text).join(''))
  return { ...script, text: formatMarks([{ ...first, text: script.text }]) }
}

function writeScript(name: 'sup' | 'sub', text: string): { text: string; isExact: boolean } {
  const { plain, script, sign } = scripts[name]
  const from = Array.from(plain)
  const to = Array.from(script)
  const letters = Array.from(text).map((letter) => to[from.indexOf(letter)])
  if (letters.every((letter) => letter !== undefined)) return { text: letters.join(''), isExact: true }
  if (formulaText.test(text)) return { text: formatFormula(String.raw`${sign}{\text{${text}}}`), isExact: false }
  return { text: Array.from(text).length === 1 ? `${sign}${text}` : `${sign}(${text})`, isExact: false }
}

/** Converts superscript and subscript to their typed form: answers that are compared have no formulas. */
export const toTypedScript = (text: string): string =>
  text.replaceAll(/\\\(([\^_])\{\\text\{([^{}]*)\}\}\\\)/g, (_, sign: string, inside: string) =>
    Array.from(inside).length === 1 ? `${sign}${inside}` : `${sign}(${inside})`,
  )
