/** The part of fontkit that is used here; the package comes without types. */
declare module 'fontkit' {
  export interface Glyph {
    id: number
    codePoints: number[]
  }
  /** Text as glyphs from left to right, in units of the font. */
  export interface GlyphRun {
    glyphs: Glyph[]
    positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]
    advanceWidth: number
  }
  export interface Font {
    hasGlyphForCodePoint: (codePoint: number) => boolean
    glyphForCodePoint: (codePoint: number) => Glyph
    getGlyph: (id: number, codePoints?: number[]) => Glyph
    layout: (text: string) => GlyphRun
    /** Glyphs by their number, as they were used. */
    _glyphs: Record<number, unknown>
  }
  export function create(file: Uint8Array): Font
}
