import type { Font } from 'fontkit'
import PdfKitDocument from 'pdfkit'
import { fontsForDocument, shapedScripts, type Family, type PdfFonts } from './fonts.ts'
import type { TextStyle } from './parts.ts'
import { runsOf } from './runs.ts'
import { graphemesOf, wordsOf } from './words.ts'

/** Color of ink that is not quite black. */
const INK_COLOR = '#111827'

const featuresOf = ({ hasTabularDigits }: TextStyle): PDFKit.Mixins.TextOptions =>
  hasTabularDigits ? { features: ['tnum'] } : {}

/** Writes lines of every script into a PDF, from left to right or the other way as their letters ask for. */
export class PdfText {
  readonly #document: PDFKit.PDFDocument
  readonly #fonts: PdfFonts
  readonly #language: string
  readonly #registered = new Set<string>()

  /** @param language of what is written, as `ja`: which form letters have that languages share */
  constructor(document: PDFKit.PDFDocument, fonts: PdfFonts, language = '') {
    this.#document = document
    this.#fonts = fonts
    this.#language = language
  }

  /** Points. */
  widthOf(text: string, style: TextStyle): number {
    const options = featuresOf(style)
    return this.#runsOf(text).reduce(
      (width, run) => width + this.#font(run.family, style).widthOfString(run.text, options),
      0,
    )
  }

  /** One line with its top left corner there. */
  line(text: string, x: number, y: number, style: TextStyle): void {
    let left = x
    const options = featuresOf(style)
    this.#document.fillColor(style.color ?? INK_COLOR)
    for (const { text: run, family } of this.#runsOf(text)) {
      const font = this.#font(family, style)
      // All fonts stand on one line, however high each is.
      const draw = () => font.text(run, left, y + style.size, { ...options, lineBreak: false, baseline: 'alphabetic' })
      if (family in shapedScripts) this.#asText(run, draw)
      else draw()
      left += font.widthOfString(run, options)
    }
  }

  /** Draws glyphs with the text that they stand for: of syllables they are in another order, or several letters in one. */
  #asText(actual: string, draw: () => void): void {
    this.#document.markContent('Span', { actual })
    draw()
    this.#document.endMarkedContent()
  }

  /** A text in lines that fit a width; a word that does not is broken. After `most` lines it ends in `…`. */
  linesOf(text: string, width: number, style: TextStyle, most: number): string[] {
    if (this.widthOf(text, style) <= width) return [text]
    const lines: string[] = []
    let line = ''
    for (const word of wordsOf(text).flatMap((one) => this.#broken(one, width, style))) {
      if (this.widthOf((line + word).trimEnd(), style) <= width) line += word
      else {
        if (line) lines.push(line.trimEnd())
        line = word
      }
    }
    lines.push(line.trimEnd())
    return lines.length <= most ? lines : [...lines.slice(0, most - 1), this.#cut(lines[most - 1] ?? '', width, style)]
  }

  /** A line that goes on, with the sign for it within the width. */
  #cut(line: string, width: number, style: TextStyle): string {
    const letters = graphemesOf(line)
    while (letters.length > 0 && this.widthOf(`${letters.join('')}…`, style) > width) letters.pop()
    return `${letters.join('')}…`
  }

  #broken(word: string, width: number, style: TextStyle): string[] {
    if (this.widthOf(word.trimEnd(), style) <= width) return [word]
    const parts: string[] = []
    let part = ''
    for (const letter of graphemesOf(word)) {
      if (part && this.widthOf(part + letter, style) > width) {
        parts.push(part)
        part = ''
      }
      part += letter
    }
    return [...parts, part]
  }

  #runsOf(text: string) {
    return runsOf(text, this.#fonts, this.#language)
  }

  /** The document, ready to write in a family: fonts are put into it with their first letter. */
  #font(family: Family, { size, weight = 'regular' }: TextStyle): PDFKit.PDFDocument {
    const name = `${family} ${weight}`
    if (!this.#registered.has(name)) registerFont(this.#document, name, this.#fonts.fontOf(family, weight))
    this.#registered.add(name)
    return this.#document.font(name).fontSize(size)
  }
}

/** Gives a document a parsed font under a name. pdfkit takes one although its types do not say so. */
function registerFont(document: PDFKit.PDFDocument, name: string, font: Font): void {
  document.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource)
}

/** Turns a picture that came from another thread into what pdfkit takes. */
export function pictureFor(bytes: Uint8Array | undefined): Buffer | undefined {
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Draws what is there for the eye alone, such as a line: readers of screens pass over it. */
export function drawArtifact(document: PDFKit.PDFDocument, draw: () => void): void {
  document.markContent('Artifact', { type: 'Layout' })
  draw()
  document.endMarkedContent()
}

/** Opens a document and what writes into it. One is drawn at a time. */
export function openPdf(
  options: PDFKit.PDFDocumentOptions,
  language?: string,
): { document: PDFKit.PDFDocument; text: PdfText } {
  const document = new PdfKitDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    // None of the built-in fonts, which know Western European letters alone.
    font: '',
    ...options,
  })
  return { document, text: new PdfText(document, fontsForDocument(), language) }
}
