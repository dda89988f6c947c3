import bidiFactory from 'bidi-js'
import type { Family, PdfFonts } from './fonts.ts'

// The types of the package name its function `default`; for Node it is the module itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

/** Letters that are written from right to left, and signs that change the direction. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Letters that belong to the one before them, as joiners and vowel signs: in a font of their own they would not join. */
const JOINED = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}\u0964\u0965]/u
/** Letters without a shape of their own: no font needs to have them. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

/** Text that is drawn in one go. */
export interface Run {
  text: string
  family: Family
}

interface Directions {
  /** Level of each UTF-16 unit; 0 where none is given. */
  levels: Uint8Array
  /** Signs in place of those at an index that are turned around, as brackets. */
  mirrored: Map<number, string>
}

/** Every number among such letters would make the algorithm look back too, with the same outcome. */
const LEFT_TO_RIGHT: Directions = { levels: new Uint8Array(), mirrored: new Map() }

/** UTF-16 units that the algorithm is given at once; more than a line on paper has. */
const PIECE_LENGTH = 500

/**
 * Levels of a text, piece by piece in the direction in which it begins: for each number the algorithm looks back to the
 * letter before, which would take the square of a text of numbers.
 */
function levelsOf(text: string): Uint8Array {
  if (text.length <= PIECE_LENGTH) return bidi.getEmbeddingLevels(text).levels
  const levels = new Uint8Array(text.length)
  let direction: 'ltr' | 'rtl' | undefined
  for (let start = 0; start < text.length; start += PIECE_LENGTH) {
    const piece = bidi.getEmbeddingLevels(text.slice(start, start + PIECE_LENGTH), direction)
    levels.set(piece.levels, start)
    direction ??= piece.paragraphs[0]?.level === 1 ? 'rtl' : 'ltr'
  }
  return levels
}

function directionsOf(text: string): Directions {
  const levels = levelsOf(text)
  return { levels, mirrored: bidi.getMirroredCharactersMap(text, levels) }
}

interface LevelRun extends Run {
  /** Odd from right to left (Unicode Standard Annex 9). */
  level: number
  /** True if the run ends with a blank. */
  isBlank: boolean
}

/**
 * A line as runs from left to right, as readers expect it: they put it back into the order of its language. Words that
 * are written from right to left are runs of their own: pdfkit shapes a word as it should, and puts words side by side
 * from left to right, whatever they are.
 *
 * Letters that no font has come out as one `?` each. Letters that Chinese and Japanese write differently look Japanese in
 * a line with kana, or where its language says so.
 *
 * @param language of the line, as `ja` or `ja-JP`
 */
export function runsOf(line: string, fonts: Pick<PdfFonts, 'familyOf' | 'has'>, language = ''): Run[] {
  // Each tab and line break would make the bidirectional algorithm look back over the whole line.
  const text = line.normalize('NFC').replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
  const isJapanese = /^ja\b/i.test(language) || /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
  const familyOf = (letter: string) => fonts.familyOf(letter, isJapanese)
  const { levels, mirrored } = RIGHT_TO_LEFT.test(text) ? directionsOf(text) : LEFT_TO_RIGHT
  const runs: LevelRun[] = []
  let index = 0
  for (const letter of text) {
    const level = levels[index] ?? 0
    const shown = mirrored.get(index) ?? letter
    const isBlank = /\s/.test(letter)
    const last = runs.at(-1)
    // A blank goes on in the font of what is before it, where it belongs to the same words; that of emoji is far too wide.
    const isInvisible = INVISIBLE.test(letter)
    const goesAlong = last && JOINED.test(letter) && (isInvisible || fonts.has(last.family, letter))
    const before = last && !(isBlank && last.family === 'emoji') ? last.family : 'latin'
    const own = isBlank ? undefined : familyOf(letter)
    const family = isBlank || goesAlong ? before : (own ?? 'latin')
    const isPrinted = isBlank || isInvisible || (shown === letter ? own : familyOf(shown)) !== undefined
    const drawn = isPrinted ? shown : '?'
    // A word takes the blank after it along, at its left where it is written from right to left.
    const isNewWord = level % 2 === 1 && !isBlank && last?.isBlank
    const goesOn = last?.family === family && last.level === level && !isNewWord
    if (goesOn && last) Object.assign(last, { text: last.text + drawn, isBlank })
    else runs.push({ text: drawn, family, level, isBlank })
    index += letter.length
  }
  return inVisualOrder(runs).map(({ text: drawn, family, level }) => ({
    // Brackets and blanks among such words are drawn as if they were Latin.
    text: level % 2 === 1 && family === 'latin' ? Array.from(drawn).toReversed().join('') : drawn,
    family,
  }))
}

/** Finds letters of a text that no font has, each once, in their order: they come out as `?`. */
export function findUnprintable(text: string, fonts: Pick<PdfFonts, 'familyOf'>): string {
  return [...new Set(text.normalize('NFC'))]
    .filter((letter) => !/[\s\p{Cc}]/u.test(letter) && !INVISIBLE.test(letter) && !fonts.familyOf(letter, false))
    .join('')
}

/** Rule L2: from the highest level down to the lowest odd one, what is at it or above is turned around. */
function inVisualOrder(runs: LevelRun[]): LevelRun[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      if ((ordered[start]?.level ?? 0) < level) continue
      let end = start
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end++
      ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed())
      start = end
    }
  }
  return ordered
}
