import type { Font, GlyphRun } from 'fontkit'
import * as harfbuzz from 'harfbuzzjs'

/**
 * Lets HarfBuzz shape the text of a font. fontkit puts vowels of Burmese behind their consonant, fails at marks of Khmer
 * and Telugu, and takes other forms in Bengali and Thai (record 120).
 *
 * @param file the font as TTF, which HarfBuzz reads
 */
export function shapeByHarfBuzz(font: Font, file: Uint8Array): void {
  const bytes = new Uint8Array(file)
  const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes.buffer)))
  font.layout = (text) => shape(font, shaper, text)
}

function shape(font: Font, shaper: harfbuzz.Font, text: string): GlyphRun {
  const buffer = new harfbuzz.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  harfbuzz.shape(shaper, buffer)
  const infos = buffer.getGlyphInfos()
  const positions = buffer.getGlyphPositions().map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
    xAdvance,
    yAdvance,
    xOffset,
    yOffset,
  }))
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].toSorted((one, other) => one - other)
  const unused = new Map(
    starts.map((start, index) => [start, Array.from(text.slice(start, starts[index + 1]), toCodePoint)]),
  )
  const glyphs = infos.map(({ codepoint: id, cluster }) => font.getGlyph(id, takePoints(font, id, unused.get(cluster))))
  return {
    glyphs,
    positions,
    // Added up when it is asked for: pdfkit scales the positions first.
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
    },
  }
}

const toCodePoint = (letter: string): number => letter.codePointAt(0) ?? 0

/** Takes from the letters of a syllable those that a glyph stands for: its own, or all that are left. */
function takePoints(font: Font, id: number, unused: number[] = []): number[] {
  const own = unused.findIndex((point) => font.glyphForCodePoint(point).id === id)
  return own === -1 ? unused.splice(0) : unused.splice(own, 1)
}
