/** The part of fontkit that is used here; the package comes without types. */
declare module 'fontkit' {
  export interface Font {
    hasGlyphForCodePoint: (codePoint: number) => boolean
    /** Glyphs by their number, as they were used. */
    _glyphs: Record<number, unknown>
  }
  export function create(file: Uint8Array): Font
}
