/** Letters that have a raised or lowered form of their own. */
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

/** Writes a text raised or lowered: in letters of Unicode where all of them exist, else as `^(…)` and `_(…)`. */
export function toScript(name: 'sup' | 'sub', text: string): { text: string; isExact: boolean } {
  const { plain, script, sign } = scripts[name]
  if (text === '') return { text, isExact: true }
  const from = Array.from(plain)
  const to = Array.from(script)
  const letters = Array.from(text).map((letter) => to[from.indexOf(letter)])
  if (letters.every((letter) => letter !== undefined)) return { text: letters.join(''), isExact: true }
  return { text: Array.from(text).length === 1 ? `${sign}${text}` : `${sign}(${text})`, isExact: false }
}
