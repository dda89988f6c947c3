import type { Font } from 'fontkit'
import PdfKitDocument from 'pdfkit'
import { fontsForDocument, type Family, type PdfFonts } from './fonts.ts'
import type { TextStyle } from './parts.ts'
import { runsOf } from './runs.ts'

/** Color of ink that is not quite black. */
const INK_COLOR = '#111827'

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
    return this.#runsOf(text).reduce((width, run) => width + this.#font(run.family, style).widthOfString(run.text), 0)
  }

  /** One line with its top left corner there. */
  line(text: string, x: number, y: number, style: TextStyle): void {
    let left = x
    this.#document.fillColor(style.color ?? INK_COLOR)
    for (const { text: run, family } of this.#runsOf(text)) {
      const font = this.#font(family, style)
      // All fonts stand on one line, however high each is.
      font.text(run, left, y + style.size, { lineBreak: false, baseline: 'alphabetic' })
      left += font.widthOfString(run)
    }
  }

  /** A text in lines that fit a width; a word that does not is broken. After `most` lines it ends in `…`. */
  linesOf(text: string, width: number, style: TextStyle, most: number): string[] {
    if (this.widthOf(text, style) <= width) return [text]
    const lines: string[] = []
    let line = ''
    for (const word of text.split(' ').flatMap((one) => this.#broken(one, width, style))) {
      const longer = line ? `${line} ${word}` : word
      if (this.widthOf(longer, style) <= width) line = longer
      else {
        if (line) lines.push(line)
        line = word
      }
    }
    lines.push(line)
    return lines.length <= most ? lines : [...lines.slice(0, most - 1), this.#cut(lines[most - 1] ?? '', width, style)]
  }

  /** A line that goes on, with the sign for it within the width. */
  #cut(line: string, width: number, style: TextStyle): string {
    const letters = Array.from(line)
    while (letters.length > 0 && this.widthOf(`${letters.join('')}…`, style) > width) letters.pop()
    return `${letters.join('')}…`
  }

  #broken(word: string, width: number, style: TextStyle): string[] {
    if (this.widthOf(word, style) <= width) return [word]
    const parts: string[] = []
    let part = ''
    for (const letter of word) {
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
export function registerFont(document: PDFKit.PDFDocument, name: string, font: Font): void {
  document.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource)
}

/** Turns a picture that came from another thread into what pdfkit takes. */
export function pictureFor(bytes: Uint8Array | undefined): Buffer | undefined {
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
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
